import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { listFeeTerms, type ScheduleTerms } from '../fee-terms.contract.ts'
import styles from './FeeTerms.module.css'
import { ProposeTerms } from './ProposeTerms.tsx'
import { TermsHistory } from './TermsHistory.tsx'
import { TermsVersions } from './TermsVersions.tsx'
import { WaitingTermsView } from './WaitingTermsView.tsx'

/** The terms of a fee schedule: in force, past and to come; what waits for a second person; and the form that proposes others. */
export function FeeTermsPage({ schedule }: { schedule: string }) {
  const found = useQuery(query(listFeeTerms, { params: { schedule } }))
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Postings', to: staffPaths.postings() },
          { title: 'Fees', to: staffPaths.fees() },
        ]}
      />
      <PageHeading
        title="Terms of a Fee"
        lead="What funds pay, from which day on. New terms take two people and hold from a day to come; what was charged before stays as it is."
      >
        {found.data?.title ?? 'Terms of a fee'}
      </PageHeading>
      {found.isLoadingError ? <LoadFailure what="The terms" requests={[found]} /> : null}
      {found.isLoading ? <Skeleton shape="statement" lines={8} label="Loading the terms" /> : null}
      {found.data ? <Terms found={found.data} /> : null}
    </>
  )
}

function Terms({ found }: { found: ScheduleTerms }) {
  const mayPropose = useCan('SETTINGS_MANAGE')
  const [isOpen, setOpen] = useState(false)
  const { locale } = clientContext().clientSettings
  const { currency, versions, waiting, history, schedule } = found
  const style = { currency, locale }
  return (
    <div className={styles.page}>
      {waiting === null ? null : <WaitingTermsView {...{ waiting, versions, schedule, style }} />}
      <TermsVersions versions={versions} style={style} />
      {!mayPropose || waiting !== null ? null : isOpen ? (
        <ProposeTerms found={found} onDone={() => setOpen(false)} />
      ) : found.firstDays.month.length === 0 ? (
        <p>The client’s file has terms for each day on which others could begin.</p>
      ) : (
        <p>
          <Button onPress={() => setOpen(true)}>Propose new terms</Button>
        </p>
      )}
      <TermsHistory history={history} style={style} />
      <p className={styles.origin}>
        {inClientEnglish('The name, the kind{,} and the accounts of this fee are in the client’s file.')}
      </p>
    </div>
  )
}
