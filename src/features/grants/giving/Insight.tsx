import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoint.ts'
import { formatDate } from '../../../domain/dates.ts'
import { rangeView } from '../../../domain/range-view.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { paths } from '../../../web/routing/paths.ts'
import { type CurrentAccount, historyStart } from '../../../web/session/current-account.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { BarTable } from '../../../web/ui/charts/BarTable.tsx'
import { hundredthsOf } from '../../../web/ui/charts/hundredths.ts'
import { RangeSelector } from '../../../web/ui/fields/RangeSelector.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { getInsight } from './giving.contract.ts'
import type { GivingView } from './giving-view.ts'
import styles from './Insight.module.css'

type InsightProps = { account: CurrentAccount; view: GivingView; onView: (view: GivingView) => void }

/** What the fund paid in a range, by year, by cause and by charity, each as a chart with its figures (§13). */
export function Insight({ account, view, onView }: InsightProps) {
  const { clientSettings } = clientContext()
  const { locale, today } = clientSettings
  const openedOn = historyStart(account)
  const dates = rangeView({ ...view, range: view.range ?? 'since-opening' }, today, openedOn, clientSettings)
  const { from, to } = dates.range
  const found = useQuery(query(getInsight, { params: { fundId: account.fundId }, query: { from, to } }))
  return (
    <section aria-label="Insights">
      <RangeSelector
        view={dates}
        openedOn={openedOn}
        settings={clientSettings}
        onChange={({ preset, range }) =>
          onView(
            preset === 'custom'
              ? { ...view, range: undefined, from: range?.from, to: range?.to }
              : { ...view, range: preset, from: undefined, to: undefined },
          )
        }
      />
      {found.isLoadingError ? (
        <LoadFailure what="The figures" requests={[found]} />
      ) : found.data ? (
        <Figures
          insight={found.data}
          account={account}
          rangeText={`${formatDate(from, locale)} to ${formatDate(to, locale)}`}
        />
      ) : (
        <Skeleton shape="table" lines={8} label="Loading the figures" />
      )}
    </section>
  )
}

type FiguresProps = {
  insight: Reply<typeof getInsight>
  account: CurrentAccount
  rangeText: string
}

function Figures({ insight, account: { currency }, rangeText }: FiguresProps) {
  const maySeeCharity = useCan('FUND_AC_DETAIL_VIEW')
  const { totalMinor } = insight
  const shareOf = (amountMinor: bigint) => `${(hundredthsOf(amountMinor, totalMinor) / 100).toFixed(1)}%`
  const charities = insight.byCharity.map(({ charityId, charityName: name, amountMinor }) => ({
    key: charityId,
    label: maySeeCharity ? (
      <Link to={paths.charityActivity(charityId)}>{charityName(name)}</Link>
    ) : (
      charityName(name)
    ),
    amountMinor,
    note: shareOf(amountMinor),
  }))
  const others = {
    key: 'others',
    label: `${insight.otherCharities} other charities`,
    amountMinor: insight.otherMinor,
    note: shareOf(insight.otherMinor),
  }
  return (
    <>
      <p className={styles.total}>
        <Money amountMinor={totalMinor} currency={currency} size="large" />
        <Note>
          paid in {insight.grants} {insight.grants === 1 ? 'grant' : 'grants'}, {rangeText} (returned grants
          deducted)
        </Note>
      </p>
      <div className={styles.pictures}>
        <BarTable
          caption="Giving by year"
          what="Year"
          noteHeading="Grants"
          currency={currency}
          totalMinor={totalMinor}
          rows={insight.byYear.map(({ year, amountMinor, grants }) => ({
            key: `${year}`,
            label: `${year}`,
            amountMinor,
            note: `${grants}`,
          }))}
        />
        <BarTable
          caption="Giving by cause"
          what="Cause"
          noteHeading="Share"
          currency={currency}
          totalMinor={totalMinor}
          rows={insight.byCause.map(({ cause, amountMinor }) => ({
            key: cause ?? 'none',
            label: cause ?? inClientEnglish('Uncategorised'),
            amountMinor,
            note: shareOf(amountMinor),
          }))}
        />
        <BarTable
          caption="Giving by charity"
          what="Charity"
          noteHeading="Share"
          currency={currency}
          totalMinor={totalMinor}
          rows={insight.otherCharities === 0 ? charities : [...charities, others]}
        />
      </div>
    </>
  )
}
