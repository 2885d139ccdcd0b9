import { clientContext } from '../../web/client-context.ts'
import { paths } from '../../web/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'

/** §2.12: the login profile does not permit access, or there is nothing at the address. One text for both, on purpose. */
export function DeniedPage() {
  const { support } = clientContext().house
  return (
    <>
      <PageHeading title="Permission Denied">Permission Denied</PageHeading>
      <p>Your login profile does not permit access to this page, or it does not exist.</p>
      <p>
        If you think that you should see it, please call {support.phone} or write to{' '}
        <a href={`mailto:${support.email}`}>{support.email}</a>.
      </p>
      <p>
        <Link to={paths.home()}>Go to the home page</Link>
      </p>
    </>
  )
}
