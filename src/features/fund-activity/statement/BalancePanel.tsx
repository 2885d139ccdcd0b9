import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoint.ts'
import { type DateRange, formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Can } from '../../../web/session/can.tsx'
import { BalanceChart } from '../../../web/ui/charts/BalanceChart.tsx'
import type { BalanceMark, BalancePoint, MarkKind } from '../../../web/ui/charts/balance-series.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { getBalanceHistory } from '../fund-activity.contract.ts'

type BalancePanelProps = { fundId: number; range: DateRange; currency: Currency }

/** The balance chart over a range, for people who may see the ending balance (§12). */
export function BalancePanel(props: BalancePanelProps) {
  return (
    <Can action="FUND_ENDING_BALANCE_VIEW">
      <History {...props} />
    </Can>
  )
}

function History({ fundId, range, currency }: BalancePanelProps) {
  const { locale } = clientContext().clientSettings
  const history = useQuery({
    ...query(getBalanceHistory, { params: { fundId }, query: range }),
    placeholderData: keepPreviousData,
  })
  if (history.isError) return null
  if (!history.data) return <Skeleton shape="chart" label="Loading the balance" />
  return (
    <BalanceChart
      title={`Balance, ${formatDate(range.from, locale)} to ${formatDate(range.to, locale)}`}
      currency={currency}
      points={pointsOf(history.data, range)}
      marks={marksOf(history.data)}
    />
  )
}

type BalanceHistory = Reply<typeof getBalanceHistory>
type Day = BalanceHistory['days'][number]

/** A point for each day of change, and for the first and last day of the range. */
function pointsOf({ beginningMinor, days }: BalanceHistory, { from, to }: DateRange): BalancePoint[] {
  const last = days.at(-1)?.balanceMinor ?? beginningMinor
  const points = days.map(({ date, balanceMinor }) => ({ date, balanceMinor }))
  return [
    ...(points[0]?.date === from ? [] : [{ date: from, balanceMinor: beginningMinor }]),
    ...points,
    ...(points.at(-1)?.date === to ? [] : [{ date: to, balanceMinor: last }]),
  ]
}

const markRules = [
  { kind: 'contribution', title: 'received', changeOf: day => day.contributionsMinor },
  { kind: 'grant', title: 'paid', changeOf: day => day.grantsMinor },
  { kind: 'transfer', title: 'from another fund', changeOf: day => day.transfersInMinor },
  { kind: 'transfer', title: 'to another fund', changeOf: day => day.transfersOutMinor },
] as const satisfies { kind: MarkKind; title: string; changeOf: (day: Day) => bigint }[]

function marksOf({ days }: BalanceHistory): BalanceMark[] {
  return days.flatMap(day =>
    markRules
      .map(({ kind, title, changeOf }) => ({ date: day.date, kind, title, changeMinor: changeOf(day) }))
      .filter(mark => mark.changeMinor !== 0n),
  )
}
