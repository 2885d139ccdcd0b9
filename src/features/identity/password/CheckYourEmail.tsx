import type { ReactNode } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { PageHeading } from '../../../web/ui/text/PageHeading.tsx'
import styles from './Password.module.css'

type CheckYourEmailProps = { title: string; children: ReactNode; onAgain: () => void; again: string }

/** After the question. It is said to everybody alike: nobody learns here who has an account. */
export function CheckYourEmail({ title, children, onAgain, again }: CheckYourEmailProps) {
  const { displayName, support } = clientContext().clientSettings
  return (
    <>
      <PageHeading title={`${title} | ${displayName}`} takesFocus={false}>
        {title}
      </PageHeading>
      <Alert kind="success" heading="Please look in your mail" takesFocus>
        {children}
      </Alert>
      <h2 className={styles.then}>Nothing there?</h2>
      <p>
        Give it a few minutes, and look among the unwanted mails too. If what you typed may have been wrong,{' '}
        <Button kind="text" onPress={onAgain}>
          {again}
        </Button>
        .
      </p>
      <p className={styles.help}>
        Otherwise call {support.phone} or write to <a href={`mailto:${support.email}`}>{support.email}</a>.
      </p>
    </>
  )
}
