import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DateRange } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Can } from '../../../web/session/can.tsx'
import { BalanceChart } from '../../../web/ui/charts/BalanceChart.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { balanceChartOf } from '../domain/balance-history.ts'
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
  return <BalanceChart currency={currency} {...balanceChartOf(history.data, range, locale)} />
}
