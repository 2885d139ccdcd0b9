import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { FormWithHelp } from '../../web/form/FormWithHelp.tsx'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { AccountNameForm } from './AccountNameForm.tsx'
import { getAccountName } from './account-name.contract.ts'

/** /update-account: renames the fund (§2.9). */
export function AccountNamePage() {
  const fundId = useCurrentFundId()
  const currency = useCurrency()
  const stored = useQuery(query(getAccountName, { params: { fundId } }))
  return (
    <FormWithHelp
      heading={
        <>
          <PageHeading
            title="Update Account: Account Name"
            lead="You can edit the name of your donor-advised fund here. Changes take effect immediately."
          >
            Account Name
          </PageHeading>
          <AccountNavigation current="/update-account" />
        </>
      }
      next={[
        'Everyone with access to the account sees the new name at once.',
        inClientEnglish(
          'New statements, letters{,} and confirmations have it. Documents that exist keep the name that they have.',
        ),
        inClientEnglish('The account keeps its Account ID, its people{,} and its grants.'),
      ]}
    >
      {stored.data ? (
        <AccountNameForm key={`${currency} ${fundId}`} stored={stored.data} fundId={fundId} />
      ) : stored.isLoadingError ? (
        <LoadFailure what="The account name" requests={[stored]} />
      ) : (
        <Skeleton shape="text" lines={6} label="Loading the account name" />
      )}
    </FormWithHelp>
  )
}
