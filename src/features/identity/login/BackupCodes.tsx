import { useState } from 'react'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import styles from './SignInPage.module.css'

type BackupCodesProps = { codes: readonly string[]; onSaved: () => void }

/** Shows the ten backup codes once, before the login continues. */
export function BackupCodes({ codes, onSaved }: BackupCodesProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const copy = async () => {
    const done = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => 'yes' as const,
      () => 'no' as const,
    )
    setCopied(done)
  }
  return (
    <>
      <PageHeading
        title="Save your backup codes"
        lead="If you lose your phone or passkey, you can log in with one of these codes. We show them only once. Print them or write them down, and keep them away from your phone."
      >
        Save your backup codes
      </PageHeading>
      <ol className={styles.codes}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p role="status" className={styles.copied}>
        {copied === 'yes' ? 'Copied' : null}
        {copied === 'no' ? 'Your browser blocked copying. Print the codes or write them down.' : null}
      </p>
      <div className={styles.row}>
        <Button kind="primary" onPress={onSaved}>
          I’ve saved them
        </Button>
        <Button onPress={() => window.print()}>Print</Button>
        <Button onPress={() => void copy()}>Copy</Button>
      </div>
    </>
  )
}
