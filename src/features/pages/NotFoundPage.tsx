import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'

const titles = {
  charity: 'Charity not found',
  grant: 'Grant not found',
  schedule: 'Schedule not found',
  basket: 'Basket not found',
  person: 'Person not found',
  document: 'Document not found',
  application: 'Application not found',
  'payment run': 'Payment run not found',
  batch: 'Batch not found',
  entry: 'Entry not found',
  finding: 'Finding not found',
  change: 'Change not found',
  fund: 'Fund not found',
  month: 'Month not found',
  case: 'Case not found',
} as const

/**
 * Shown for an address that names an unknown charity, grant or person. It says nothing of rights, because a person with a wrong link
 * has all rights that they need. Another fund's grant looks the same as one that does not exist.
 */
export function NotFoundPage({ about }: { about: keyof typeof titles }) {
  return (
    <>
      <PageHeading title={titles[about]}>{titles[about]}</PageHeading>
      <p>
        We couldn’t find this {about}. The link may be incomplete or out of date
        {about === 'grant' ? ', or the grant may belong to another account' : null}
        {about === 'document' ? ', or the document may be for someone else to sign' : null}.
      </p>
      <p>
        <Link to={paths.home()}>Go to the home page</Link>
      </p>
    </>
  )
}
