import { clientContext } from '../../web/client-context.ts'
import { paths } from '../../web/paths.ts'
import buttonLook from '../../web/ui/actions/Button.module.css'
import { classNames } from '../../web/ui/class-names.ts'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './HomePage.module.css'

/** Home signed out: whose portal this is, and the way in. */
export function VisitorHome() {
  const { displayName, tagline, support } = clientContext().house
  return (
    <div className={styles.welcome}>
      <PageHeading title={displayName} lead={tagline}>
        Welcome to {displayName}
      </PageHeading>
      <p>See what is in your fund, recommend a grant to a charity, and follow it until it is paid.</p>
      <p>
        {/* The way to the identity provider leaves the single page, so this is a link of the browser's own. */}
        <a href={paths.signIn()} className={classNames(buttonLook.button, buttonLook.primary)}>
          Log In
        </a>
      </p>
      <p className={styles.quiet}>
        Trouble logging in? Call {support.phone} or write to{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>.
      </p>
    </div>
  )
}
