import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Select } from '../../web/ui/fields/Select.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { listDocuments } from '../documents/documents.contract.ts'

type AgreementFieldProps = {
  fundId: number
  value: string | null
  onChange: (documentId: string) => void
  errors: readonly string[]
}

/** The agency agreement, chosen from the account's documents, which staff must name (§14). */
export function AgreementField({ fundId, value, onChange, errors }: AgreementFieldProps) {
  const agreements = useQuery(
    queryList(listDocuments, { params: { fundId }, query: { type: 'agreement' as const } }, 'all'),
  )
  if (agreements.isLoadingError) return <LoadFailure what="The agreements" requests={[agreements]} />
  if (!agreements.data) return <Skeleton shape="text" lines={2} label="Loading the agreements" />
  const choices = agreements.data.data.map(({ documentId, fileName }) => ({
    value: documentId,
    text: fileName,
  }))
  return (
    <>
      <Select
        label="Agency agreement"
        hint="The agreement, from the account’s documents"
        name="agreement"
        value={value}
        choices={choices}
        onChange={onChange}
        errors={errors}
        isRequired
      />
      {choices.length === 0 ? (
        <p>
          This account has no agreement yet. Add one to the{' '}
          <Link to={paths.accountDocuments('agreement')}>account documents</Link> first.
        </p>
      ) : null}
    </>
  )
}
