import type { Permission } from '../../contract/permissions.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { mayFollow } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import styles from './HomePage.module.css'

type Way = {
  title: string
  route: ScreenPath
  to: string
  action?: Permission
  /** Changes something in the fund, where anything may be changed in it. */
  needsOpenFund?: true
}

/** What a person most likely came for: the first that is theirs is the one that stands out. */
const ways: readonly Way[] = [
  { title: 'Super User Dashboard', route: '/super-user-dashboard', to: paths.superUserDashboard() },
  {
    title: 'Recommend a Grant',
    route: '/recommend-a-grant',
    to: paths.recommendGrant(),
    action: 'GRANT_RECOMMEND',
    needsOpenFund: true,
  },
  { title: 'Fund Activity', route: '/fund-activity', to: paths.fundActivity() },
  { title: 'Content', route: '/content', to: paths.content() },
]

/** More than these would be a second menu. */
const waysAtMost = 3

type WaysOnProps = {
  session: Session & { state: 'signed-in' }
  /** Whether there is a fund and it takes changes from this person. */
  isFundOpen: boolean
}

/** The ways on from home, as far as the person may follow them. */
export function QuickLinks({ session, isFundOpen }: WaysOnProps) {
  const { clientSettings } = clientContext()
  const own = ways.filter(
    ({ route, action, needsOpenFund }) =>
      mayFollow(route, session, clientSettings) &&
      (action === undefined || session.facts.actions.includes(action)) &&
      (needsOpenFund === undefined || isFundOpen),
  )
  return (
    <p className={styles.ways}>
      {own.slice(0, waysAtMost).map(({ title, route, to }, place) => (
        <Link key={route} to={to} look={place === 0 ? 'primary-button' : 'button'}>
          {title}
        </Link>
      ))}
    </p>
  )
}
