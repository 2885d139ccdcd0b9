import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Select } from '../../web/ui/fields/Select.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { listDocuments } from '../documents/documents.contract.ts'

type InstructionFieldProps = {
  fundId: number
  name: string
  value: string | null
  onChange: (documentId: string | null) => void
  errors: readonly string[]
}

/** The donors' signed instruction, chosen from the account's documents, which staff must name (§17). */
export function InstructionField({ fundId, ...field }: InstructionFieldProps) {
  const instructions = useQuery(
    queryList(listDocuments, { params: { fundId }, query: { type: 'instruction' as const } }, 'all'),
  )
  if (instructions.isLoadingError) return <LoadFailure what="The instructions" requests={[instructions]} />
  if (!instructions.data) return <Skeleton shape="text" lines={2} label="Loading the instructions" />
  const choices = instructions.data.data.map(({ documentId, fileName }) => ({
    value: documentId,
    text: fileName,
  }))
  return (
    <>
      <Select
        {...field}
        label="Signed instruction"
        hint="The donors’ signed instruction, from the account’s documents"
        choices={choices}
        isRequired
      />
      {choices.length === 0 ? (
        <p>
          This account has no instruction yet. Add one to the{' '}
          <Link to={paths.accountDocuments('instruction')}>account documents</Link> first.
        </p>
      ) : null}
    </>
  )
}
