import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AccountOverview } from '../../web/shell/AccountOverview.tsx'
import { Secondary } from '../../web/shell/Secondary.tsx'
import { Shell } from '../../web/shell/Shell.tsx'
import type { MenuItem, ShellClient, ShellVisitor } from '../../web/shell/shell-types.ts'

const client: ShellClient = {
  name: 'npt',
  displayName: 'NPT Giving',
  tagline: 'For a lifetime of giving',
  menu: 'full',
  logo: [{ circle: [24, 24, 20], fill: 'accent' }],
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  support: {
    phone: '(215) 555-0100',
    email: 'support@npt.example',
    address: ['100 Meetinghouse Square'],
    hours: 'Monday to Friday',
  },
  footer: { disclaimer: 'A contribution is irrevocable.', resources: [] },
}
const menu: MenuItem[] = [
  { title: 'Home', route: '/' },
  { title: 'Manage Account', route: '/account', children: [{ title: 'Account Details', route: '/account' }] },
]
const dashboard: MenuItem[] = [
  {
    title: 'Open a New Account',
    route: '/guides/account-opening-guide.pdf',
    external: true,
    target: '_blank',
  },
]

type FramedShellProps = {
  visitor: ShellVisitor
  menuSetting: ShellClient['menu']
  disclaimer?: ReactNode
  onSearch: () => void
}

/** The shell around empty screens, with sample menus. */
export function FramedShell({ visitor, menuSetting, disclaimer, onSearch }: FramedShellProps) {
  const routeKey = useLocation({ select: location => location.pathname })
  return (
    <Shell
      client={{ ...client, menu: menuSetting }}
      visitor={visitor}
      menu={menu}
      topBar={[{ title: 'Contact', route: '/contact' }]}
      help={[{ title: 'FAQ', route: '/faq' }]}
      dashboard={dashboard}
      onSearch={onSearch}
      routeKey={routeKey}
      shownKey={routeKey}
      termsTo="/terms"
      disclaimer={disclaimer}
      year={2026}
      overview={
        <AccountOverview
          accountName="The Whitcombe Family Fund"
          fundId={204318}
          currency="USD"
          available={{
            availableMinor: 70_00n,
            endingBalanceMinor: 100_00n,
            pendingGrantsMinor: 30_00n,
            excludedAssetsMinor: 0n,
          }}
        />
      }
    >
      <h1>{routeKey}</h1>
      {routeKey === '/account' ? <Secondary label="Beside it">Your contacts</Secondary> : null}
    </Shell>
  )
}
