import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import styles from './SignInPage.module.css'

/** Below every step: the support contact, and after the first one a link to start again. */
export function SignInHelp({ canStartAgain }: { canStartAgain: boolean }) {
  const { support } = clientContext().clientSettings
  return (
    <p className={styles.help}>
      Trouble logging in? Write to <a href={`mailto:${support.email}`}>{support.email}</a> or call{' '}
      {support.phone}.
      {canStartAgain ? (
        <>
          {' '}
          If this page has been open for a while, <Link to={paths.signIn()}>start again</Link>.
        </>
      ) : null}
    </p>
  )
}
