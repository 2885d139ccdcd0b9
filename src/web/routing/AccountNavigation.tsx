import type { ScreenPath } from '../../contract/screens.ts'
import { clientContext } from '../client-context/client-context.ts'
import { useSession } from '../session/session.ts'
import { SubNavigation } from '../ui/navigation/SubNavigation.tsx'
import { accountPagesFor } from './menus.ts'

/** The account pages that this person may open, each by its own permission (§2.9). */
export function AccountNavigation({ current }: { current: ScreenPath }) {
  const session = useSession()
  const pages = accountPagesFor(session, clientContext().clientSettings)
  if (pages.length < 2) return null
  return (
    <SubNavigation
      label="Manage Account pages"
      pages={pages.map(({ title, route }) => ({ title, to: route, isCurrent: route === current }))}
    />
  )
}
