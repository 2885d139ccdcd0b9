import { type ReactNode, Suspense } from 'react'
import { clientContext } from '../../web/client-context/client-context.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { ToastRegion } from '../../web/ui/notices/ToastRegion.tsx'
import styles from './NoAccessPage.module.css'

type NoAccessPageProps = {
  onLogOut: () => void
  /** A screen that is open even without access; null to explain the missing access. */
  children: ReactNode
}

/** Replaces the whole layout for a person without access (§2.1): an explanation, contact details, and a Logout button. */
export function NoAccessPage({ onLogOut, children }: NoAccessPageProps) {
  const { displayName } = clientContext().clientSettings
  return (
    <main className={classNames(styles.page, children !== null && styles.wide)}>
      <p className={styles.clientName}>{displayName}</p>
      {children !== null ? <Suspense>{children}</Suspense> : <AccessExplanation />}
      <p>
        <Button kind="primary" onPress={onLogOut}>
          Logout
        </Button>
      </p>
      <ToastRegion />
    </main>
  )
}

function AccessExplanation() {
  const { support } = clientContext().clientSettings
  return (
    <>
      <PageHeading title="No Access">You don’t have access at the moment</PageHeading>
      <p>Access to the portal is turned off for your user ID.</p>
      <p>
        If you think this is a mistake, please <Link to={paths.contact('sign-in')}>contact us</Link> or call{' '}
        {support.phone}.
      </p>
    </>
  )
}
