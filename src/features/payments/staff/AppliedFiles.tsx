import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { type AppliedFile, listBankFiles } from '../bank-files.contract.ts'
import styles from './Payments.module.css'
import { bankFileFormatTitle } from './payment-labels.ts'

const refreshWhileWorkingMs = 2_000

const isWorking = ({ lines, done, failures }: AppliedFile) => done + failures.length < lines

/** The bank files that were applied, their progress, and the lines that could not be applied. */
export function AppliedFiles() {
  const { clientSettings } = clientContext()
  const found = useQuery({
    ...query(listBankFiles, {}),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isWorking) ? refreshWhileWorkingMs : false),
  })
  if (found.isLoadingError) return <LoadFailure what="The files" requests={[found]} />
  if (!found.data) return null
  return (
    <div className={styles.view}>
      <Table<AppliedFile>
        caption="Applied files, latest first"
        columns={[
          { key: 'file', heading: 'File', isRowHeading: true, cell: ({ fileName }) => fileName },
          { key: 'format', heading: 'Format', cell: ({ format }) => bankFileFormatTitle(format) },
          {
            key: 'when',
            heading: 'Applied',
            cell: ({ appliedAt, appliedByName, enteredByName }) =>
              `${formatInstant(appliedAt, clientSettings)} by ${appliedByName}${enteredByName === null ? '' : `, entered by ${enteredByName}`}`,
          },
          {
            key: 'done',
            heading: 'Done',
            isNumeric: true,
            cell: ({ lines, done }) => (lines === 0 ? 'Nothing to do' : `${done} of ${lines}`),
          },
          { key: 'failures', heading: 'Could not be applied', cell: file => <Failures file={file} /> },
        ]}
        rows={found.data.data}
        rowKey={({ bankFileId }) => bankFileId}
        empty={{ text: 'No bank files have been applied yet.' }}
      />
    </div>
  )
}

function Failures({ file: { failures } }: { file: AppliedFile }) {
  if (failures.length === 0) return null
  return (
    <ul className={styles.failures}>
      {failures.map(({ grantId, reference, sentence }) => (
        <li key={reference}>
          <Link to={staffPaths.reviewGrant(grantId)}>{reference}</Link>: {sentence}
        </li>
      ))}
    </ul>
  )
}
