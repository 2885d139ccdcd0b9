import { call } from '../../../web/api/call.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import { type Factors, removeFactor } from '../factors.contract.ts'
import { AddPasskey } from './AddPasskey.tsx'
import styles from './Profile.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import { when, whenOrNever } from './profile-labels.ts'
import { useRemoval } from './use-removal.ts'

type Passkey = Factors['passkeys'][number]

const columnsOf = (ask: (passkey: Passkey) => void): readonly Column<Passkey>[] => [
  {
    key: 'name',
    heading: 'Passkey',
    isRowHeading: true,
    cell: ({ name, host }) => (
      <>
        {name}
        {/* A passkey is good at one address alone, so that one of another client is listed and says why it is not asked for. */}
        {host === window.location.hostname ? null : <span className={styles.mark}>{host}</span>}
      </>
    ),
  },
  { key: 'addedAt', heading: 'Added', cell: ({ addedAt }) => when(addedAt) },
  { key: 'lastUsedAt', heading: 'Last used', cell: ({ lastUsedAt }) => whenOrNever(lastUsedAt) },
  {
    key: 'actions',
    heading: 'Actions',
    isHeadingHidden: true,
    cell: passkey => (
      <Button kind="text" aria-label={`Remove ${passkey.name}`} onPress={() => ask(passkey)}>
        Remove
      </Button>
    ),
  },
]

export function PasskeysSection({ factors }: { factors: Factors }) {
  const { passkeys } = factors
  const removal = useRemoval(
    ({ passkeyId }: Passkey) =>
      call(removeFactor, { body: { data: { type: 'command', attributes: { kind: 'passkey', passkeyId } } } }),
    'The passkey was removed',
  )
  return (
    <ProfileSection
      title="Passkeys"
      lead="The safest way to log in: your fingerprint, face or screen lock, or a security key. Nothing to remember or type."
    >
      {passkeys.length === 0 ? (
        <p className={styles.none}>You have no passkeys yet. Add one for each device you log in with.</p>
      ) : (
        <Table
          caption="Passkeys"
          isCaptionHidden
          hasStickyHeading={false}
          columns={columnsOf(removal.ask)}
          rows={passkeys}
          rowKey={({ passkeyId }) => passkeyId}
          empty={{ text: 'You have no passkeys yet' }}
        />
      )}
      <div className={styles.actions}>
        <AddPasskey />
      </div>
      <ConfirmDialog
        title={`Are you sure you want to remove ${removal.asked?.name ?? ''}?`}
        isOpen={removal.asked !== null}
        onCancel={removal.cancel}
        onConfirm={removal.confirm}
        isDangerous
      >
        <p>You’ll no longer be able to log in with it. Delete it in your device’s settings too.</p>
      </ConfirmDialog>
    </ProfileSection>
  )
}
