import { useQuery } from '@tanstack/react-query'
import type { HomeArrangement } from '../../clients/client.ts'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { mayFollow } from '../../web/routing/guards.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { Contact } from './Contact.tsx'
import { Picture } from './Picture.tsx'
import styles from './VisitorHome.module.css'
import { FundSteps } from './visitor/FundSteps.tsx'
import { Motif } from './visitor/Motif.tsx'
import { NextDeadlines } from './visitor/NextDeadlines.tsx'
import reading from './visitor/ReadingArrangements.module.css'
import working from './visitor/WorkingArrangements.module.css'

/** How the style sheets compose the parts. */
const arrangements: Readonly<Record<HomeArrangement, string | undefined>> = {
  editorial: reading.editorial,
  statement: reading.statement,
  concierge: reading.concierge,
  work: working.work,
  card: working.card,
  panorama: working.panorama,
}

/** The arrangements that have room for the next giving deadlines. */
const withDeadlines: readonly string[] = ['work', 'card']

/**
 * The home page of a visitor: Log In with help, the client's words and its picture, and the editors' text. The style sheet composes
 * the same parts in the client's arrangement.
 */
export function VisitorHome({ session }: { session: Session }) {
  const { displayName, home } = clientContext().clientSettings
  // The editors' text comes last, so that nothing moves when it arrives. It is optional.
  const content = useQuery({ ...query(getContent, { params: { place: 'home' } }), throwOnError: false })
  return (
    <div className={classNames(styles.home, arrangements[home.arrangement])}>
      <div data-part="picture" className={styles.picture}>
        <PictureOfClient />
      </div>
      <div data-part="welcome" className={styles.welcome}>
        <PageHeading title={displayName}>Welcome to {displayName}</PageHeading>
        <p data-part="headline" className={styles.headline}>
          {home.headline}
        </p>
        <p data-part="introduction" className={styles.introduction}>
          {home.introduction}
        </p>
      </div>
      <div data-part="logIn">
        <Link to={paths.signIn()} look="primary-button">
          Log In
        </Link>
        <LogInHelp session={session} />
      </div>
      {home.arrangement === 'concierge' ? <Contact /> : null}
      <ul data-part="uses" className={styles.uses} aria-label="What you can do here">
        {home.uses.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      {withDeadlines.includes(home.arrangement) ? (
        <div data-part="deadlines" className={styles.deadlines}>
          {content.isPending ? null : <NextDeadlines deadlines={content.data?.deadlines ?? []} />}
        </div>
      ) : null}
      <div data-part="content" className={styles.content}>
        {content.data ? <BlockText content={content.data} name="home-visitor" /> : null}
      </div>
    </div>
  )
}

/** The client's drawing, else its logo enlarged, else how a fund works. */
function PictureOfClient() {
  const { home, logo } = clientContext().clientSettings
  if (home.picture !== null) return <Picture />
  return logo === null ? <FundSteps /> : <Motif logo={logo} />
}

const helpLinks = [
  { title: 'Forgot your user ID?', route: '/forgot-user', to: paths.forgotUser() },
  { title: 'Forgot your password?', route: '/password-setup', to: paths.passwordSetup() },
  { title: 'Frequently Asked Questions', route: '/faq', to: paths.faq() },
  { title: 'Contact us', route: '/contact', to: paths.contact() },
] as const

function LogInHelp({ session }: { session: Session }) {
  const { clientSettings } = clientContext()
  const allowed = helpLinks.filter(({ route }) => mayFollow(route, session, clientSettings))
  return (
    <>
      <ul data-part="help" className={styles.help} aria-label="Help with logging in">
        {allowed.map(({ title, route, to }) => (
          <li key={route}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
      <p className={styles.support}>
        Trouble logging in? Call <span className={styles.number}>{clientSettings.support.phone}</span> or
        e-mail <a href={`mailto:${clientSettings.support.email}`}>{clientSettings.support.email}</a>.
      </p>
    </>
  )
}
