import { useQuery } from '@tanstack/react-query'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { mayFollow } from '../../web/routing/guards.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import styles from './VisitorHome.module.css'
import { FundSteps } from './visitor/FundSteps.tsx'
import { Motif } from './visitor/Motif.tsx'
import { NextDeadlines } from './visitor/NextDeadlines.tsx'

/** What the portal is for, most common task first. */
const uses = [
  {
    title: 'Check your balance',
    text: 'See what is available, and how your balance has changed.',
  },
  {
    title: 'Recommend a grant',
    text: 'Find a charity and recommend a grant in just a few minutes.',
  },
  {
    title: 'Track your grants',
    text: 'See the status of each grant and what happens next.',
  },
] as const

/** The home page of a visitor: Log In with help beside the client's picture or the steps, and the editors' text. */
export function VisitorHome({ session }: { session: Session }) {
  const { clientSettings } = clientContext()
  const { displayName, tagline } = clientSettings
  // The editors' text comes last, so that nothing moves when it arrives. It is optional.
  const content = useQuery({ ...query(getContent, { params: { place: 'home' } }), throwOnError: false })
  const logo = clientSettings.visitorHome === 'motif' ? clientSettings.logo : null
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.welcome}>
          <PageHeading title={displayName} lead={tagline}>
            Welcome to {displayName}
          </PageHeading>
          <Link to={paths.signIn()} look="primary-button">
            Log In
          </Link>
          <LogInHelp session={session} />
        </div>
        <div className={logo ? styles.motif : undefined}>{logo ? <Motif logo={logo} /> : <FundSteps />}</div>
      </div>
      <div className={styles.below}>
        {clientSettings.visitorHome === 'motif' ? (
          <Uses />
        ) : content.isPending ? (
          <div className={styles.deadlines} />
        ) : (
          <NextDeadlines deadlines={content.data?.deadlines ?? []} />
        )}
      </div>
      <div className={styles.content}>
        {content.data ? <BlockText content={content.data} name="home-visitor" /> : null}
      </div>
    </>
  )
}

function Uses() {
  return (
    <ul className={styles.uses} aria-label="What you can do here">
      {uses.map(({ title, text }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
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
      <ul className={styles.help} aria-label="Help with logging in">
        {allowed.map(({ title, route, to }) => (
          <li key={route}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
      <p className={styles.support}>
        Trouble logging in? Call <span className={styles.phone}>{clientSettings.support.phone}</span> or
        e-mail <a href={`mailto:${clientSettings.support.email}`}>{clientSettings.support.email}</a>.
      </p>
    </>
  )
}
