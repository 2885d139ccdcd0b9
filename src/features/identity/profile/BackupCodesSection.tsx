import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { type Factors, makeBackupCodes } from '../factors.contract.ts'
import { BackupCodeSheet } from './BackupCodeSheet.tsx'
import styles from './Profile.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import { when } from './profile-labels.ts'
import { refreshProfile } from './refresh-profile.ts'

export function BackupCodesSection({ factors }: { factors: Factors }) {
  const { backupCodes, passkeys, code } = factors
  const [isAsked, setAsked] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<readonly string[] | null>(null)
  const make = async () => {
    setAsked(false)
    setMaking(true)
    try {
      setMade((await call(makeBackupCodes, {})).codes)
    } catch (failure) {
      showFailure(failure)
    }
    setMaking(false)
    await refreshProfile()
  }
  const standsInForNothing = passkeys.length === 0 && code === null
  return (
    <ProfileSection
      title="Backup codes"
      lead="Use these if you lose your phone or security key. Keep them on paper, not on the device itself. Each code works once."
    >
      {backupCodes === null ? (
        <p className={styles.none}>
          {standsInForNothing
            ? 'Backup codes replace a passkey or one-time code when you can’t use it. Set up one of those first.'
            : 'You have no backup codes.'}
        </p>
      ) : (
        <DescriptionList
          items={[
            { term: 'Remaining', description: `${backupCodes.left} of ${backupCodes.made}` },
            { term: 'Created', description: when(backupCodes.madeAt) },
          ]}
        />
      )}
      {standsInForNothing && backupCodes === null ? null : (
        <div className={styles.actions}>
          <Button
            isPending={isMaking}
            pendingText="One moment..."
            onPress={() => (backupCodes === null ? void make() : setAsked(true))}
          >
            {backupCodes === null ? 'Create backup codes' : 'Create new codes'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Are you sure you want new backup codes?"
        isOpen={isAsked}
        onCancel={() => setAsked(false)}
        onConfirm={() => void make()}
      >
        <p>Your current codes will stop working.</p>
      </ConfirmDialog>
      {made === null ? null : <BackupCodeSheet codes={made} onClose={() => setMade(null)} />}
    </ProfileSection>
  )
}
