import { call } from '../../../web/api/call.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { type Factors, removeFactor } from '../factors/factors.contract.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { instantLabel, instantOrNeverLabel } from './instant-labels.ts'
import { ProfileActions, ProfileSection } from './ProfileSection.tsx'
import styles from './Security.module.css'
import { useRemoval } from './use-removal.ts'

type Passkey = Factors['passkeys'][number]

const columnsFor = (onRemove: (passkey: Passkey) => void): readonly Column<Passkey>[] => [
  {
    key: 'name',
    heading: 'Passkey',
    isRowHeading: true,
    cell: ({ name, host }) => (
      <>
        {name}
        {/* A passkey works for one host only; the badge explains why another client’s passkey is not offered here. */}
        {host === window.location.hostname ? null : <span className={styles.badge}>{host}</span>}
      </>
    ),
  },
  { key: 'addedAt', heading: 'Added', cell: ({ addedAt }) => instantLabel(addedAt) },
  { key: 'lastUsedAt', heading: 'Last used', cell: ({ lastUsedAt }) => instantOrNeverLabel(lastUsedAt) },
  {
    key: 'actions',
    heading: 'Actions',
    isHeadingHidden: true,
    cell: passkey => (
      <Button kind="text" aria-label={`Remove ${passkey.name}`} onPress={() => onRemove(passkey)}>
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
    'Passkey removed',
  )
  return (
    <ProfileSection
      title="Passkeys"
      anchor="passkeys"
      lead="The safest way to log in: your device’s screen lock or a security key. Nothing to remember or type."
    >
      {passkeys.length === 0 ? (
        <p className={styles.empty}>You have no passkeys yet. Add one for each device you log in with.</p>
      ) : (
        <Table
          caption="Passkeys"
          isCaptionHidden
          hasStickyHeading={false}
          columns={columnsFor(removal.request)}
          rows={passkeys}
          rowKey={({ passkeyId }) => passkeyId}
          empty={{ text: 'You have no passkeys yet' }}
        />
      )}
      <ProfileActions>
        <AddPasskey />
      </ProfileActions>
      <ConfirmDialog
        title={`Are you sure you want to remove ${removal.selected?.name ?? ''}?`}
        isOpen={removal.selected !== null}
        onCancel={removal.cancel}
        onConfirm={removal.confirm}
        isDangerous
      >
        <p>You’ll no longer be able to log in with it. Delete it in your device’s settings too.</p>
      </ConfirmDialog>
    </ProfileSection>
  )
}
