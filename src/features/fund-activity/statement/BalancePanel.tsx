import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DateRange } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useSession } from '../../../web/session/session.ts'
import { BalanceChart } from '../../../web/ui/charts/BalanceChart.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { balanceQuery } from '../balance-query.ts'
import { balanceChartOf, balanceHistoryPermissions } from '../domain/balance-history.ts'

type BalancePanelProps = { fundId: number; range: DateRange; currency: Currency }

/** The balance chart over a range, for people who may see all that it shows (§12). */
export function BalancePanel(props: BalancePanelProps) {
  const session = useSession()
  if (session.state !== 'signed-in') return null
  const { actions } = session.facts
  return balanceHistoryPermissions.every(action => actions.includes(action)) ? <History {...props} /> : null
}

function History({ fundId, range, currency }: BalancePanelProps) {
  const { locale } = clientContext().clientSettings
  const history = useQuery({
    ...balanceQuery(fundId, range),
    placeholderData: keepPreviousData,
  })
  if (history.isLoadingError) return <LoadFailure what="The balance chart" requests={[history]} />
  if (!history.data) return <Skeleton shape="chart" label="Loading the balance" />
  return <BalanceChart currency={currency} {...balanceChartOf(history.data, range, locale)} />
}
