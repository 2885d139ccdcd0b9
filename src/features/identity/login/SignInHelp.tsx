import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import styles from './SignInPage.module.css'

/** Stands below every step: whom to ask, and the way back to the first one. */
export function SignInHelp() {
  const { support } = clientContext().clientSettings
  return (
    <p className={styles.help}>
      Trouble logging in? Write to <a href={`mailto:${support.email}`}>{support.email}</a> or call{' '}
      {support.phone}. If this page has been open for a while, <Link to={paths.signIn()}>start again</Link>.
    </p>
  )
}
