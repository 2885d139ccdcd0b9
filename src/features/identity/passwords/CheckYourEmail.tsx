import type { ReactNode } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import styles from './Password.module.css'

type CheckYourEmailProps = { title: string; children: ReactNode; onRetry: () => void; retryLabel: string }

/** Shown after a request. The text is the same for every input, so that it does not reveal who has an account. */
export function CheckYourEmail({ title, children, onRetry, retryLabel }: CheckYourEmailProps) {
  const { support } = clientContext().clientSettings
  return (
    <>
      <PageHeading title={title} takesFocus={false}>
        {title}
      </PageHeading>
      <Alert kind="success" heading="Check your e-mail" takesFocus>
        {children}
      </Alert>
      <h2 className={styles.subheading}>Didn’t get it?</h2>
      <p>
        It can take a few minutes. Check your spam folder too. You can also{' '}
        <Button kind="text" onPress={onRetry}>
          {retryLabel}
        </Button>
        .
      </p>
      <p className={styles.help}>
        Otherwise call {support.phone} or e-mail <a href={`mailto:${support.email}`}>{support.email}</a>.
      </p>
    </>
  )
}
