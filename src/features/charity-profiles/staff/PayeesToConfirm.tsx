import { useQuery } from '@tanstack/react-query'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { listPayeesToConfirm, type PayeeToConfirm } from '../payee-changes.contract.ts'

const labels = { payee: 'Payee', 'bank-details': 'Bank details' } as const satisfies Record<
  PayeeToConfirm['what'],
  string
>

/** Payees and bank details that a second person confirms on the pages of their charities; nothing where none wait. */
export function PayeesToConfirm() {
  const found = useQuery(query(listPayeesToConfirm, {}))
  const { locale, timeZone } = clientContext().clientSettings
  if (found.isLoadingError) return <LoadFailure what="The payees to confirm" requests={[found]} />
  if (!found.data || found.data.data.length === 0) return null
  const {
    data,
    meta: { total },
  } = found.data
  return (
    <Table
      caption={
        data.length < total
          ? `Payees and bank details to confirm: the ${data.length} that have waited longest, of ${total}`
          : 'Payees and bank details to confirm'
      }
      columns={[
        {
          key: 'name',
          heading: 'Charity',
          isRowHeading: true,
          cell: ({ charityId, name, isHere }) =>
            isHere ? (
              <Link to={staffPaths.charityProfile(charityId)}>{charityName(name)}</Link>
            ) : (
              <>
                {charityName(name)}
                <Note>It is on no register of this portal. Confirm it where it was entered.</Note>
              </>
            ),
        },
        { key: 'what', heading: 'Change', cell: ({ what }) => labels[what] },
        { key: 'by', heading: 'Entered by', cell: ({ proposedByName }) => proposedByName },
        {
          key: 'at',
          heading: 'On',
          cell: ({ proposedAt }) => formatDate(dateOf(new Date(proposedAt), timeZone), locale),
        },
      ]}
      rows={data}
      rowKey={({ charityId, what }) => `${charityId} ${what}`}
      empty={{ text: '' }}
    />
  )
}
