import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { CloseMonths } from '../close/staff/CloseMonths.tsx'
import { type Month, maxMonths, monthOf, monthsBetween } from '../domain/months.ts'
import { JournalMonth } from '../journal/staff/JournalMonth.tsx'
import { getTrialBalance, month } from '../month-end.contract.ts'
import { MonthRangeFields } from './MonthRangeFields.tsx'
import { RollForward } from './RollForward.tsx'
import { TrialBalance } from './TrialBalance.tsx'

const views = ['close', 'trial-balance', 'roll-forward', 'journal'] as const
const viewTitles = {
  close: 'Close',
  'trial-balance': 'Trial balance',
  'roll-forward': 'Funds',
  journal: 'Journal',
} as const satisfies Record<(typeof views)[number], string>

const asked = z.catch(z.optional(month), undefined)
const monthEndSearch = z.object({
  show: z.catch(z.enum(views), 'close'),
  from: asked,
  to: asked,
})

/** /super-user-dashboard/close: closes months, and shows the figures of the book by month. */
export function MonthEndPage() {
  const { show, ...typed } = useSearchParams(monthEndSearch)
  const { from, to } = isReadable(typed) ? typed : {}
  const navigate = useNavigate()
  const go = (next: { show?: string; from?: string; to?: string }) =>
    void navigate({
      to: staffPaths.monthEnd({ show, ...(from && to ? { from, to } : {}), ...next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeading title="Month End" lead="Close months, and see what the entries of each add up to.">
        Month End
      </PageHeading>
      <ChoiceBar
        label="Show"
        choices={views.map(value => ({ value, text: viewTitles[value] }))}
        value={show}
        onChange={next => go({ show: next })}
      />
      {show === 'close' ? (
        <CloseMonths />
      ) : show === 'journal' ? (
        <JournalMonth month={to} onMonth={month => go({ from: month, to: month })} />
      ) : (
        <Figures show={show} from={from} to={to} go={go} />
      )}
    </>
  )
}

/** Whether the server would return these months; others could only be typed into the address. */
function isReadable(range: {
  from?: Month | undefined
  to?: Month | undefined
}): range is { from: Month; to: Month } {
  const { from, to } = range
  return (
    from !== undefined &&
    to !== undefined &&
    from <= to &&
    to <= monthOf(clientContext().clientSettings.today) &&
    monthsBetween(from, to).length <= maxMonths
  )
}

type FiguresProps = {
  show: 'trial-balance' | 'roll-forward'
  from: string | undefined
  to: string | undefined
  go: (next: { from: string; to: string }) => void
}

function Figures({ show, from, to, go }: FiguresProps) {
  const found = useQuery(query(getTrialBalance, { query: { from, to } }))
  if (found.isLoadingError) return <LoadFailure what="The months" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={10} label="Loading the months" />
  return (
    <>
      <MonthRangeFields balance={found.data} onChange={go} />
      {show === 'trial-balance' ? (
        <TrialBalance balance={found.data} />
      ) : (
        <RollForward from={found.data.from} to={found.data.to} />
      )}
    </>
  )
}
