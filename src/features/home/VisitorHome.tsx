import { useQuery } from '@tanstack/react-query'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { mayFollow } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import type { Session } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './VisitorHome.module.css'

/** What the portal is for, in the order in which people come to it. */
const uses = [
  {
    title: 'See what you have',
    text: 'Your available balance, what makes it up, and how it moved, to the day.',
  },
  {
    title: 'Give',
    text: 'Find a charity by name, town or number, and recommend a grant in a few minutes.',
  },
  {
    title: 'Follow it',
    text: 'Each grant shows where it stands, what it waits for, and when it was paid.',
  },
] as const

/** Home signed out: whose portal this is, the way in and help with it, what one can do here, and the client's own words. */
export function VisitorHome({ session }: { session: Session }) {
  const { displayName, tagline } = clientContext().clientSettings
  // They come last, so that nothing moves when they arrive; where they are not to be had, the page is whole without them.
  const content = useQuery({ ...query(getContent, { params: { place: 'home' } }), throwOnError: false })
  return (
    <>
      <div className={styles.welcome}>
        <PageHeading title={displayName} lead={tagline}>
          Welcome to {displayName}
        </PageHeading>
        <Link to={paths.signIn()} look="primary-button">
          Log In
        </Link>
        <Help session={session} />
      </div>
      <ul className={styles.uses} aria-label="What you can do here">
        {uses.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={styles.words}>
        {content.data ? <BlockText content={content.data} name="home-visitor" /> : null}
      </div>
    </>
  )
}

const helpful = [
  { title: 'Forgot your user ID?', route: '/forgot-user', to: paths.forgotUser() },
  { title: 'Forgot your password?', route: '/password-setup', to: paths.passwordSetup() },
  { title: 'Frequently Asked Questions', route: '/faq', to: paths.faq() },
  { title: 'Contact us', route: '/contact', to: paths.contact() },
] as const

function Help({ session }: { session: Session }) {
  const { clientSettings } = clientContext()
  const ways = helpful.filter(({ route }) => mayFollow(route, session, clientSettings))
  return (
    <>
      <ul className={styles.help} aria-label="Help with logging in">
        {ways.map(({ title, route, to }) => (
          <li key={route}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        Trouble logging in? Call {clientSettings.support.phone} or write to{' '}
        <a href={`mailto:${clientSettings.support.email}`}>{clientSettings.support.email}</a>.
      </p>
    </>
  )
}
