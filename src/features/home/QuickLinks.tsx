import type { Permission } from '../../contract/permissions.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { mayFollow } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import styles from './HomePage.module.css'

type QuickLink = {
  title: () => string
  route: ScreenPath
  to: string
  action?: Permission
  /** Shown only where the fund accepts changes. */
  needsOpenFund?: true
}

/** The most likely tasks, most likely first. The first that the person may use is the primary button. */
const quickLinks: readonly QuickLink[] = [
  { title: () => 'Super User Dashboard', route: '/super-user-dashboard', to: paths.superUserDashboard() },
  {
    title: () => `${inClientEnglish('Adviser')} Dashboard`,
    route: '/financial-advisor-dashboard',
    to: paths.advisorDashboard({}),
  },
  {
    title: () => 'Recommend a Grant',
    route: '/recommend-a-grant',
    to: paths.recommendGrant(),
    action: 'GRANT_RECOMMEND',
    needsOpenFund: true,
  },
  { title: () => 'Fund Activity', route: '/fund-activity', to: paths.fundActivity() },
  { title: () => 'Content', route: '/content', to: paths.content() },
]

/** More than three would be a second menu. */
const maxQuickLinks = 3

type QuickLinksProps = {
  session: Session & { state: 'signed-in' }
  /** Whether there is a fund that this person may change. */
  isFundOpen: boolean
}

/** Buttons for the most likely tasks, limited to those that the person may use. */
export function QuickLinks({ session, isFundOpen }: QuickLinksProps) {
  const { clientSettings } = clientContext()
  const allowed = quickLinks.filter(
    ({ route, action, needsOpenFund }) =>
      mayFollow(route, session, clientSettings) &&
      (action === undefined || session.facts.actions.includes(action)) &&
      (needsOpenFund === undefined || isFundOpen),
  )
  return (
    <p className={styles.links}>
      {allowed.slice(0, maxQuickLinks).map(({ title, route, to }, index) => (
        <Link key={route} to={to} look={index === 0 ? 'primary-button' : 'button'}>
          {title()}
        </Link>
      ))}
    </p>
  )
}
