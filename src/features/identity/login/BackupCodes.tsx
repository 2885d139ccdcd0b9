import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { BackupCodeList, CopyNotice } from '../factors/BackupCodeList.tsx'
import { useCopied } from '../factors/use-copied.ts'
import styles from './SignInPage.module.css'

type BackupCodesProps = { codes: readonly string[]; onSaved: () => void }

/** Shows the ten backup codes once, before the login continues. */
export function BackupCodes({ codes, onSaved }: BackupCodesProps) {
  const { copied, copy } = useCopied(codes)
  return (
    <>
      <PageHeading
        title="Save your backup codes"
        lead="If you lose your phone or passkey, you can log in with one of these codes. We show them only once. Print them or write them down, and keep them away from your phone."
      >
        Save your backup codes
      </PageHeading>
      <BackupCodeList codes={codes} />
      <CopyNotice copied={copied} />
      <div className={styles.row}>
        <Button kind="primary" onPress={onSaved}>
          I’ve saved them
        </Button>
        <Button onPress={() => window.print()}>Print</Button>
        <Button onPress={copy}>Copy</Button>
      </div>
    </>
  )
}
