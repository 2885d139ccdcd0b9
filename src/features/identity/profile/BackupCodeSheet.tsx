import { useState } from 'react'
import { createPortal } from 'react-dom'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import styles from './Codes.module.css'

type BackupCodeSheetProps = { codes: readonly string[]; onClose: () => void }

/** Shows the codes once. An alert dialog, because pressing outside would lose them. */
export function BackupCodeSheet({ codes, onClose }: BackupCodeSheetProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
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
            I’ve saved them
          </Button>
        </>
      }
    >
      <div>
        <p>We show them only once. Keep them somewhere safe, away from your phone.</p>
        <Codes codes={codes} />
        <p role="status" className={styles.copied}>
          {copied === 'yes' ? 'Copied' : null}
          {copied === 'no' ? 'Your browser blocked copying. Print the codes or write them down.' : null}
        </p>
      </div>
      {createPortal(<Printout codes={codes} />, document.body)}
    </Dialog>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ol className={styles.codes}>
      {codes.map(code => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  )
}

/** Printed in place of the page, because dialogs are not printed; hidden on screen. */
function Printout({ codes }: { codes: readonly string[] }) {
  const { displayName, support } = clientContext().clientSettings
  return (
    <div data-print-alone="" aria-hidden="true" className={styles.printout}>
      <h1>{displayName}: backup codes</h1>
      <p>Each code works once, in place of a passkey or a one-time code. Keep this page somewhere safe.</p>
      <Codes codes={codes} />
      <p>If you lose it, create new codes on your profile page, or call {support.phone}.</p>
    </div>
  )
}
