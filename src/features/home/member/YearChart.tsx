import type { Reply } from '../../../contract/endpoint.ts'
import type { DateRange } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { BalanceChart } from '../../../web/ui/charts/BalanceChart.tsx'
import type { getBalanceHistory } from '../../fund-activity/balance-history.contract.ts'
import { balanceChartOf } from '../../fund-activity/domain/balance-history.ts'

type YearChartProps = { history: Reply<typeof getBalanceHistory>; range: DateRange; currency: Currency }

/** The chart of the last year, in a chunk of its own. */
export function YearChart({ history, range, currency }: YearChartProps) {
  const { locale } = clientContext().clientSettings
  return <BalanceChart currency={currency} {...balanceChartOf(history, range, locale)} />
}
