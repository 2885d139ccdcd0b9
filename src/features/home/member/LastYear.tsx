import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { type CurrentAccount, historyStart } from '../../../web/session/current-account.ts'
import { useCan } from '../../../web/session/session.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { getBalanceHistory } from '../../fund-activity/balance-history.contract.ts'
import { balanceQuery } from '../../fund-activity/balance-query.ts'
import styles from './LastYear.module.css'
import { yearUpTo } from './year-up-to.ts'

// The chart loads after the figures, which already say the most important.
const YearChart = lazy(() => import('./YearChart.tsx').then(module => ({ default: module.YearChart })))

type LastYearProps = { account: CurrentAccount; className?: string | undefined }

/** The change of the balance over a year: contributions, transfers, grants, and gains, fees and other activity. */
export function LastYear({ account, className }: LastYearProps) {
  const mayView = useCan('FUND_ENDING_BALANCE_VIEW')
  return mayView ? <Year account={account} className={className} /> : null
}

function Year({ account, className }: LastYearProps) {
  const headingId = useId()
  const { today, locale, support } = clientContext().clientSettings
  const start = historyStart(account)
  const range = yearUpTo(today, start)
  const history = useQuery(balanceQuery(account.fundId, range))
  const isFirstYear = range.from === start
  const hasActivity = history.data && (history.data.days.length > 0 || history.data.beginningMinor !== 0n)
  return (
    <section aria-labelledby={headingId} className={className}>
      <h2 id={headingId}>{isFirstYear ? `Since ${formatDate(start, locale)}` : 'The last 12 months'}</h2>
      {history.isLoadingError ? (
        <LoadFailure what="Your balance history" requests={[history]} />
      ) : !history.data ? (
        <div className={styles.loading}>
          <Skeleton shape="amount" label="Loading your balance history" />
          <Skeleton shape="chart" />
        </div>
      ) : hasActivity ? (
        <>
          <Figures history={history.data} currency={account.currency} />
          <div className={styles.chart}>
            <Suspense fallback={<Skeleton shape="chart" label="Loading the chart" />}>
              <YearChart history={history.data} range={range} currency={account.currency} />
            </Suspense>
          </div>
        </>
      ) : (
        <p>
          There has been no activity in this fund yet. To make your first contribution, please call{' '}
          {support.phone}.
        </p>
      )}
    </section>
  )
}

type BalanceHistory = Reply<typeof getBalanceHistory>
type FiguresProps = { history: BalanceHistory; currency: Currency }

function Figures({ history: { beginningMinor, days }, currency }: FiguresProps) {
  const sum = (of: (day: BalanceHistory['days'][number]) => bigint) =>
    days.reduce((total, day) => total + of(day), 0n)
  const contributedMinor = sum(day => day.contributionsMinor)
  const grantedMinor = -sum(day => day.grantsMinor)
  const transferredMinor = sum(day => day.transfersInMinor + day.transfersOutMinor)
  const hasTransfers = days.some(day => day.transfersInMinor !== 0n || day.transfersOutMinor !== 0n)
  const endingMinor = days.at(-1)?.balanceMinor ?? beginningMinor
  const figures = [
    { term: 'Contributed', amountMinor: contributedMinor },
    // Few funds have transfers from or to another fund.
    ...(hasTransfers ? [{ term: 'Transfers', amountMinor: transferredMinor }] : []),
    { term: 'Granted', amountMinor: grantedMinor },
    {
      term: inClientEnglish('Gains, fees{,} and other'),
      amountMinor: endingMinor - beginningMinor - contributedMinor - transferredMinor + grantedMinor,
    },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ term, amountMinor }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Money amountMinor={amountMinor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
