import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './AccountDetails.module.css'
import { AdvisorContact } from './AdvisorContact.tsx'
import { AdvisorGranting } from './AdvisorGranting.tsx'
import { type Advisor, getPrimaryAdvisor } from './primary-advisor.contract.ts'

/** /update-account/primary-advisor: the advisor's contact details, and what they may do (§2.9). */
export function PrimaryAdvisorPage() {
  const fundId = useCurrentFundId()
  const currency = useCurrency()
  const stored = useQuery(query(getPrimaryAdvisor, { params: { fundId } }))
  const advisorName = `Primary ${inClientEnglish('Adviser')}`
  return (
    <>
      <PageHeading
        title={`Update Account: ${advisorName}`}
        lead={`The primary ${inClientEnglish('adviser')} receives an e-mail alert when this page is updated.`}
      >
        {advisorName}
      </PageHeading>
      <AccountNavigation current="/update-account/primary-advisor" />
      {stored.data ? (
        stored.data.advisor === null ? (
          <Alert kind="caution">
            This action can’t be adjusted online. Please contact the provider by phone or email for further
            assistance.
          </Alert>
        ) : (
          <>
            <AdvisorHeading advisor={stored.data.advisor} />
            <AdvisorContact
              key={`${currency} ${fundId} ${stored.data.advisor.rowIndex}`}
              accountId={stored.data.id}
              advisor={stored.data.advisor}
              fundId={fundId}
            />
            <AdvisorGranting
              key={`granting ${currency} ${fundId}`}
              advisorMayGrant={stored.data.advisorMayGrant}
              name={stored.data.advisor.name}
              fundId={fundId}
            />
          </>
        )
      ) : stored.isLoadingError ? (
        <LoadFailure what={`The primary ${inClientEnglish('adviser')}`} requests={[stored]} />
      ) : (
        <Skeleton shape="text" lines={8} label={`Loading the primary ${inClientEnglish('adviser')}`} />
      )}
    </>
  )
}

function AdvisorHeading({ advisor }: { advisor: Advisor }) {
  const { profileUpdates } = clientContext().clientSettings
  return (
    <section className={styles.section}>
      <h2>{advisor.name}</h2>
      <p>
        {advisor.accounts === 1
          ? `Primary ${inClientEnglish('adviser')} of this account.`
          : `Advises ${advisor.accounts} accounts here.${profileUpdates ? ' A change applies to all of them.' : ''}`}
      </p>
      {advisor.isSelf && profileUpdates ? (
        <p>
          <Link to={paths.myProfile()}>Edit Your Name</Link>
        </p>
      ) : null}
    </section>
  )
}
