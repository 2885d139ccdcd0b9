import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoint.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { deleteAllDevices, deleteDevice, listDevices } from '../factors/factors.contract.ts'
import { instantLabel } from './instant-labels.ts'
import { ProfileActions, ProfileSection } from './ProfileSection.tsx'
import styles from './Security.module.css'
import { useRemoval } from './use-removal.ts'

type Device = Reply<typeof listDevices>['data'][number]

const columnsFor = (onRemove: (device: Device) => void): readonly Column<Device>[] => [
  {
    key: 'name',
    heading: 'Device',
    isRowHeading: true,
    cell: ({ name, isThis }) => (
      <>
        {name}
        {isThis ? <span className={styles.badge}>This device</span> : null}
      </>
    ),
  },
  { key: 'registeredAt', heading: 'Remembered', cell: ({ registeredAt }) => instantLabel(registeredAt) },
  { key: 'lastUsedAt', heading: 'Last used', cell: ({ lastUsedAt }) => instantLabel(lastUsedAt) },
  {
    key: 'actions',
    heading: 'Actions',
    isHeadingHidden: true,
    cell: device => (
      <Button
        kind="text"
        aria-label={`Forget ${device.name}, last used ${instantLabel(device.lastUsedAt)}`}
        onPress={() => onRemove(device)}
      >
        Forget
      </Button>
    ),
  },
]

/** Devices that skip the second factor for 30 days (§11). */
export function DevicesSection() {
  const devices = useQuery(query(listDevices, {}))
  const removal = useRemoval(
    (device: Device | 'all') =>
      device === 'all'
        ? call(deleteAllDevices, {})
        : call(deleteDevice, { params: { deviceId: device.deviceId } }),
    'You’ll be asked for your passkey or a code the next time you log in there',
  )
  const rows = devices.data?.data
  return (
    <ProfileSection
      title="Remembered devices"
      lead="On these devices, you can log in with just your password for 30 days. Forget any device you no longer use."
    >
      {devices.isLoadingError ? <LoadFailure what="Your devices" requests={[devices]} /> : null}
      {devices.isPending ? <Skeleton shape="table" lines={2} label="Loading your devices" /> : null}
      {rows?.length === 0 ? <p className={styles.empty}>No remembered devices</p> : null}
      {rows && rows.length > 0 ? (
        <Table
          caption="Remembered devices"
          isCaptionHidden
          hasStickyHeading={false}
          columns={columnsFor(removal.request)}
          rows={rows}
          rowKey={({ deviceId }) => deviceId}
          empty={{ text: 'No remembered devices' }}
        />
      ) : null}
      {rows && rows.length > 1 ? (
        <ProfileActions>
          <Button onPress={() => removal.request('all')}>Forget all</Button>
        </ProfileActions>
      ) : null}
      <ConfirmDialog
        title={
          removal.selected === 'all'
            ? 'Are you sure you want to forget all devices?'
            : `Are you sure you want to forget ${removal.selected?.name ?? ''}?`
        }
        isOpen={removal.selected !== null}
        onCancel={removal.cancel}
        onConfirm={removal.confirm}
      >
        <p>You’ll be asked for your passkey or a code the next time you log in there.</p>
      </ConfirmDialog>
    </ProfileSection>
  )
}
