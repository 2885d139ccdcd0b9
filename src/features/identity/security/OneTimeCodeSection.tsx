import { useState } from 'react'
import type { OneTimeCodeSetUp } from '../../../contract/factors.ts'
import { call } from '../../../web/api/call.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { type Factors, removeFactor, startOneTimeCode } from '../factors/factors.contract.ts'
import { instantLabel, instantOrNeverLabel } from './instant-labels.ts'
import { ProfileActions, ProfileSection } from './ProfileSection.tsx'
import styles from './Security.module.css'
import { SetUpOneTimeCode } from './SetUpOneTimeCode.tsx'
import { useRemoval } from './use-removal.ts'

export function OneTimeCodeSection({ factors }: { factors: Factors }) {
  const { code } = factors
  const { isPending, run } = usePending()
  const [setUp, setSetUp] = useState<OneTimeCodeSetUp | null>(null)
  const removal = useRemoval(
    (_one: true) => call(removeFactor, { body: { data: { type: 'command', attributes: { kind: 'code' } } } }),
    'One-time codes removed',
  )
  const start = () => run(async () => setSetUp(await call(startOneTimeCode, {})))
  return (
    <ProfileSection
      title="One-time codes"
      anchor="one-time-codes"
      lead="A new six-digit code every 30 seconds from an app on your phone. Works offline."
    >
      {code === null ? (
        <p className={styles.empty}>You haven’t set up one-time codes.</p>
      ) : (
        <DescriptionList
          items={[
            { term: 'Set up', description: instantLabel(code.addedAt) },
            { term: 'Last used', description: instantOrNeverLabel(code.lastUsedAt) },
          ]}
        />
      )}
      <ProfileActions>
        <Button onPress={() => void start()} isPending={isPending} pendingText="One moment...">
          {code === null ? 'Set up one-time codes' : 'Set up again'}
        </Button>
        {code === null ? null : (
          <Button kind="text" onPress={() => removal.request(true)}>
            Remove one-time codes
          </Button>
        )}
      </ProfileActions>
      {setUp === null ? null : <SetUpOneTimeCode setUp={setUp} onClose={() => setSetUp(null)} />}
      <ConfirmDialog
        title="Are you sure you want to remove your one-time codes?"
        isOpen={removal.selected !== null}
        onCancel={removal.cancel}
        onConfirm={removal.confirm}
        isDangerous
      >
        <p>The codes in your app will stop working. Delete the entry in the app too.</p>
      </ConfirmDialog>
    </ProfileSection>
  )
}
