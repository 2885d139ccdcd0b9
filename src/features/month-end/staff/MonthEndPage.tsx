import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { getTrialBalance, month } from '../month-end.contract.ts'
import { MonthRangeFields } from './MonthRangeFields.tsx'
import { RollForward } from './RollForward.tsx'
import { TrialBalance } from './TrialBalance.tsx'

const views = ['trial-balance', 'roll-forward'] as const
const viewTitles = {
  'trial-balance': 'Trial balance',
  'roll-forward': 'Funds',
} as const satisfies Record<(typeof views)[number], string>

const asked = z.catch(z.optional(month), undefined)
const monthEndSearch = z.object({
  show: z.catch(z.enum(views), 'trial-balance'),
  from: asked,
  to: asked,
})

/** /super-user-dashboard/close: the figures of the sponsor’s books by month. */
export function MonthEndPage() {
  const { show, from, to } = useSearchParams(monthEndSearch)
  const navigate = useNavigate()
  const found = useQuery(query(getTrialBalance, { query: { from, to } }))
  const go = (next: { show?: string; from?: string; to?: string }) =>
    void navigate({
      to: paths.monthEnd({ show, ...(from && to ? { from, to } : {}), ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeading title="Month End" lead="The figures of the book by month, as its entries add up.">
        Month End
      </PageHeading>
      <ChoiceBar
        label="Show"
        choices={views.map(value => ({ value, text: viewTitles[value] }))}
        value={show}
        onChange={next => go({ show: next })}
      />
      {found.isLoadingError ? (
        <LoadFailure what="The months" requests={[found]} />
      ) : found.data ? (
        <>
          <MonthRangeFields balance={found.data} onChange={go} />
          {show === 'trial-balance' ? (
            <TrialBalance balance={found.data} />
          ) : (
            <RollForward from={found.data.from} to={found.data.to} />
          )}
        </>
      ) : (
        <Skeleton shape="table" lines={10} label="Loading the months" />
      )}
    </>
  )
}
