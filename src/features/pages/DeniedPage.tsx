import { currencyNames } from '../../domain/currencies.ts'
import { telAddress } from '../../domain/tel-address.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useCan, useCurrency, useSession } from '../../web/session/session.ts'
import { Secondary } from '../../web/shell/Secondary.tsx'
import { ExternalLink } from '../../web/ui/actions/ExternalLink.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'

/**
 * Access denied or page not found (§2.12). The text is the same, so that it does not reveal which pages exist. People who have no account
 * in the currency that they view, or who may not choose one, read that: most pages are about an account.
 */
export function DeniedPage() {
  const { phone, email, hours } = clientContext().clientSettings.support
  return (
    <>
      <PageHeading title="Permission Denied">Permission Denied</PageHeading>
      <p>Your login profile does not permit access to this page, or the page does not exist.</p>
      <NoAccount />
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
              description: <ExternalLink href={telAddress(phone)}>{phone}</ExternalLink>,
            },
            { term: 'Hours', description: hours },
            { term: 'E-mail', description: <ExternalLink href={`mailto:${email}`}>{email}</ExternalLink> },
          ]}
        />
      </Secondary>
    </>
  )
}

function NoAccount() {
  const session = useSession()
  const currency = useCurrency()
  const mayChoose = useCan('USER_SS_VIEW')
  const { secondaryDb } = clientContext()
  // Editors work without an account.
  if (session.state !== 'signed-in' || session.fundId !== 0) return null
  const { scope } = session.facts
  if (scope.includes('cms_access') && !scope.includes('api_access')) return null
  if (secondaryDb !== null)
    return (
      <p>
        You have no account in {currencyNames[currency].plural}, and most pages are about an account. You can
        change the currency above.
      </p>
    )
  return (
    <p>
      No account is open, and most pages are about one.{' '}
      {mayChoose ? 'Choose one with View Accounts.' : 'Your login profile does not permit choosing one.'}
    </p>
  )
}
