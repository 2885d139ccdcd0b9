import { createPortal } from 'react-dom'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'
import { BackupCodeList, CopyNotice } from '../factors/BackupCodeList.tsx'
import styles from '../factors/Codes.module.css'
import { useCopied } from '../factors/use-copied.ts'

type BackupCodeSheetProps = { codes: readonly string[]; onClose: () => void }

/** Shows the codes once. An alert dialog, because pressing outside would lose them. */
export function BackupCodeSheet({ codes, onClose }: BackupCodeSheetProps) {
  const { copied, copy } = useCopied(codes)
  return (
    <Dialog
      title="Your backup codes"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={copy}>Copy</Button>
          <Button onPress={() => window.print()}>Print</Button>
          <Button kind="primary" onPress={onClose}>
            I’ve saved them
          </Button>
        </>
      }
    >
      <div>
        <p>We show them only once. Keep them somewhere safe, away from your phone.</p>
        <BackupCodeList codes={codes} />
        <CopyNotice copied={copied} />
      </div>
      {createPortal(<Printout codes={codes} />, document.body)}
    </Dialog>
  )
}

/** Printed in place of the page, because dialogs are not printed; hidden on screen. */
function Printout({ codes }: { codes: readonly string[] }) {
  const { displayName, support } = clientContext().clientSettings
  return (
    <div data-print-alone="" aria-hidden="true" className={styles.printout}>
      <h1>{displayName}: backup codes</h1>
      <p>Each code works once, in place of a passkey or a one-time code. Keep this page somewhere safe.</p>
      <BackupCodeList codes={codes} />
      <p>If you lose it, create new codes on your profile page, or call {support.phone}.</p>
    </div>
  )
}
