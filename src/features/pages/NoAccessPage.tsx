import { type ReactNode, Suspense } from 'react'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { ToastRegion } from '../../web/ui/notices/ToastRegion.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './NoAccessPage.module.css'

type NoAccessPageProps = {
  onLogOut: () => void
  /** The one screen that is open all the same, in place of what is the matter. */
  children: ReactNode
}

/** §2.1: without access there is no main layout, so this stands alone: what is the matter, whom to ask, and the way out. */
export function NoAccessPage({ onLogOut, children }: NoAccessPageProps) {
  const { displayName } = clientContext().clientSettings
  return (
    <main className={classNames(styles.page, children !== null && styles.wide)}>
      <p className={styles.house}>{displayName}</p>
      {children !== null ? <Suspense>{children}</Suspense> : <WhatIsTheMatter />}
      <p>
        <Button kind="primary" onPress={onLogOut}>
          Logout
        </Button>
      </p>
      <ToastRegion />
    </main>
  )
}

function WhatIsTheMatter() {
  const { displayName, support } = clientContext().clientSettings
  return (
    <>
      <PageHeading title={`No Access | ${displayName}`}>You have no access at the moment</PageHeading>
      <p>Your user ID is known to us, and access to the portal is switched off for it.</p>
      <p>
        If you think that it should not be, please <Link to={paths.contact('sign-in')}>contact us</Link> or
        call {support.phone}.
      </p>
    </>
  )
}
