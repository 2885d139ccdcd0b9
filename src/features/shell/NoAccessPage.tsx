import { clientContext } from '../../web/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './NoAccessPage.module.css'

/** §2.1: without access there is no main layout, so this stands alone: what is the matter, whom to ask, and the way out. */
export function NoAccessPage({ onLogOut }: { onLogOut: () => void }) {
  const { displayName, support } = clientContext().house
  return (
    <main className={styles.page}>
      <p className={styles.house}>{displayName}</p>
      <PageHeading title={`No Access | ${displayName}`}>You have no access at the moment</PageHeading>
      <p>Your user ID is known to us, and access to the portal is switched off for it.</p>
      <p>
        If you think that it should not be, please call {support.phone} or write to{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>.
      </p>
      <p>
        <Button kind="primary" onPress={onLogOut}>
          Logout
        </Button>
      </p>
    </main>
  )
}
