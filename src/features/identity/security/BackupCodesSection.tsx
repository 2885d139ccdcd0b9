import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { type Factors, makeBackupCodes } from '../factors/factors.contract.ts'
import { BackupCodeSheet } from './BackupCodeSheet.tsx'
import { instantLabel } from './instant-labels.ts'
import { ProfileActions, ProfileSection } from './ProfileSection.tsx'
import { refreshSecurity } from './refresh-security.ts'
import styles from './Security.module.css'

export function BackupCodesSection({ factors }: { factors: Factors }) {
  const { backupCodes, passkeys, code } = factors
  const [isConfirming, setConfirming] = useState(false)
  const { isPending, run } = usePending()
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const create = async () => {
    setConfirming(false)
    await run(async () => setNewCodes((await call(makeBackupCodes, {})).codes))
    await refreshSecurity()
  }
  const hasNoOtherFactor = passkeys.length === 0 && code === null
  return (
    <ProfileSection
      title="Backup codes"
      anchor="backup-codes"
      lead="Use these if you lose your phone or security key. Keep them on paper, not on the device itself. Each code works once."
    >
      {backupCodes === null ? (
        <p className={styles.empty}>
          {hasNoOtherFactor
            ? 'Backup codes let you in when your passkey or code app isn’t to hand. Set up a passkey or one-time codes first.'
            : 'You have no backup codes.'}
        </p>
      ) : (
        <DescriptionList
          items={[
            { term: 'Remaining', description: `${backupCodes.remaining} of ${backupCodes.total}` },
            { term: 'Created', description: instantLabel(backupCodes.createdAt) },
          ]}
        />
      )}
      {hasNoOtherFactor && backupCodes === null ? null : (
        <ProfileActions>
          <Button
            isPending={isPending}
            pendingText="One moment..."
            onPress={() => (backupCodes === null ? void create() : setConfirming(true))}
          >
            {backupCodes === null ? 'Create backup codes' : 'Create new codes'}
          </Button>
        </ProfileActions>
      )}
      <ConfirmDialog
        title="Are you sure you want new backup codes?"
        isOpen={isConfirming}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void create()}
      >
        <p>Your current codes will stop working.</p>
      </ConfirmDialog>
      {newCodes === null ? null : <BackupCodeSheet codes={newCodes} onClose={() => setNewCodes(null)} />}
    </ProfileSection>
  )
}
