import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import type { CharityProfileDetails } from '../profiles.contract.ts'
import { profileFieldLabel } from './profile-labels.ts'

type Change = CharityProfileDetails['changes'][number]

/** Every change of a profile: who, when, what and why. */
export function ProfileChanges({ changes }: { changes: readonly Change[] }) {
  const { clientSettings } = clientContext()
  return (
    <Table<Change>
      caption="Changes"
      isCaptionHidden
      columns={[
        {
          key: 'at',
          heading: 'When',
          isRowHeading: true,
          cell: ({ at }) => formatInstant(at, clientSettings),
        },
        { key: 'actor', heading: 'Who', cell: ({ actorName }) => actorName },
        {
          key: 'fields',
          heading: 'Change',
          cell: ({ fields }) =>
            fields
              .map(
                ({ field, before, after }) =>
                  `${profileFieldLabel(field)}: ${before || 'nothing'} to ${after || 'nothing'}`,
              )
              .join('; '),
        },
        { key: 'reason', heading: 'Reason', cell: ({ reason }) => reason },
      ]}
      rows={changes}
      rowKey={({ revision }) => revision}
      hasStickyHeading={false}
      empty={{ text: 'No changes have been made yet.' }}
    />
  )
}
