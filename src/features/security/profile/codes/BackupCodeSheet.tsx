import { useState } from 'react'
import { clientContext } from '../../../../web/client-context.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Dialog } from '../../../../web/ui/overlay/Dialog.tsx'
import styles from './Codes.module.css'

type BackupCodeSheetProps = { codes: readonly string[]; onClose: () => void }

/** The codes, this once. It must be answered: a press beside it would lose them. */
export function BackupCodeSheet({ codes, onClose }: BackupCodeSheetProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const { displayName } = clientContext().house
  const copy = async () => {
    const done = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => 'yes' as const,
      () => 'no' as const,
    )
    setCopied(done)
  }
  return (
    <Dialog
      title="Your backup codes"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => void copy()}>Copy</Button>
          <Button onPress={() => window.print()}>Print</Button>
          <Button kind="primary" onPress={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <p className={styles.printed}>{displayName}</p>
        <p>They are shown this once. Keep them where you keep what matters, away from your phone.</p>
        <ol className={styles.codes}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p role="status" className={styles.copied}>
          {copied === 'yes' ? 'Copied.' : null}
          {copied === 'no' ? 'Your browser did not let us copy them. Please print or write them down.' : null}
        </p>
      </div>
    </Dialog>
  )
}
