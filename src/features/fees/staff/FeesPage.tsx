import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isoDate } from '../../../contract/wire.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { optionalParam, useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { listFeeSchedules, scheduleName } from '../fees.contract.ts'
import { FeeReductions } from './FeeReductions.tsx'
import { FeeRunCheck } from './FeeRunCheck.tsx'
import { FeeRuns } from './FeeRuns.tsx'
import { FeeSchedules } from './FeeSchedules.tsx'
import { FeeTermsPage } from './FeeTermsPage.tsx'
import { FeeWriteOffs } from './FeeWriteOffs.tsx'
import { WaitingFees } from './WaitingFees.tsx'

const feesSearch = z.object({
  schedule: optionalParam(scheduleName),
  period: optionalParam(isoDate),
  terms: optionalParam(scheduleName),
})

/** /super-user-dashboard/postings/fees: the fee schedules, what is due, runs, fees that wait, and reductions (open-points 13). */
export function FeesPage() {
  const { schedule, period, terms } = useSearchParams(feesSearch)
  const mayPost = useCan('POSTING_CREATE')
  if (mayPost && schedule !== undefined && period !== undefined)
    return <FeeRunCheck key={`${schedule} ${period}`} schedule={schedule} periodFrom={period} />
  if (terms !== undefined) return <FeeTermsPage key={terms} schedule={terms} />
  return <Fees mayPost={mayPost} />
}

function Fees({ mayPost }: { mayPost: boolean }) {
  const found = useQuery(query(listFeeSchedules, {}))
  return (
    <>
      <Breadcrumb pages={[{ title: 'Postings', to: staffPaths.postings() }]} />
      <PageHeading
        title="Fees"
        lead="What funds pay regularly: computed from their balances, and posted as a batch by two people."
      >
        Fees
      </PageHeading>
      {found.isLoadingError ? <LoadFailure what="The fee schedules" requests={[found]} /> : null}
      {found.isLoading ? <Skeleton shape="statement" lines={8} label="Loading the fee schedules" /> : null}
      {found.data ? (
        <>
          <FeeSchedules schedules={found.data.data} currency={found.data.currency} mayPost={mayPost} />
          <FeeRuns currency={found.data.currency} />
          <WaitingFees currency={found.data.currency} mayPost={mayPost} />
          <FeeWriteOffs currency={found.data.currency} mayPost={mayPost} />
          <FeeReductions schedules={found.data.data} currency={found.data.currency} mayPost={mayPost} />
        </>
      ) : null}
    </>
  )
}
