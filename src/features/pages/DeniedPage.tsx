import { clientContext } from '../../web/client-context/client-context.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Secondary } from '../../web/shell/Secondary.tsx'
import { ExternalLink } from '../../web/ui/actions/ExternalLink.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'

/** Access denied or page not found (§2.12). The text is the same, so that it does not reveal which pages exist. */
export function DeniedPage() {
  const { phone, email, hours } = clientContext().clientSettings.support
  return (
    <>
      <PageHeading title="Permission Denied">Permission Denied</PageHeading>
      <p>Your login profile does not permit access to this page, or the page does not exist.</p>
      <p>
        If you think you should have access, please <Link to={paths.contact()}>contact us</Link>.
      </p>
      <p>
        <Link to={paths.home()}>Go to the home page</Link>
      </p>
      <Secondary label="How to reach us">
        <DescriptionList
          items={[
            {
              term: 'Phone',
              description: <ExternalLink href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</ExternalLink>,
            },
            { term: 'Hours', description: hours },
            { term: 'E-mail', description: <ExternalLink href={`mailto:${email}`}>{email}</ExternalLink> },
          ]}
        />
      </Secondary>
    </>
  )
}
