import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDate } from '../../../domain/dates.ts'
import { rangeView } from '../../../domain/range-view.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../../web/api/query.ts'
import { useAhead } from '../../../web/api/use-ahead.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import {
  type CurrentAccount,
  historyStart,
  useCurrentAccount,
  useMayRecommend,
} from '../../../web/session/current-account.ts'
import { RangeSelector } from '../../../web/ui/fields/RangeSelector.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { exportGrants, listGrants } from '../../grants/grants.contract.ts'
import { type FundCharity, getFundCharity } from '../charity-list.contract.ts'
import styles from './CharityActivityPage.module.css'
import { CharityHeader } from './CharityHeader.tsx'
import { charitySearch, charityView, defaultSort } from './charity-view.ts'
import { GrantedTotal } from './GrantedTotal.tsx'
import { PreviousGrants } from './PreviousGrants.tsx'

/** The debounce of requests for a charity's grant history (§9). */
const historyDelayMs = 400

/** /grant-activity/{id}: a charity and the fund's grants to it (§2.7). */
export function CharityActivityPage() {
  const { charityId } = useScreenParams('/grant-activity/$charityId')
  const account = useCurrentAccount()
  const charity = useQuery(query(getFundCharity, { params: { fundId: account.fundId, charityId } }))
  useAhead(useHistoryView(charityId, account).history, true)
  if (charity.isLoadingError) return <LoadFailure what="The charity" requests={[charity]} />
  if (!charity.data) return <Skeleton shape="text" lines={10} label="Loading the charity" />
  return <CharityActivity charity={charity.data} account={account} />
}

/** The view in the address, and the query of the grants that it shows. */
function useHistoryView(charityId: string, account: CurrentAccount) {
  const { clientSettings } = clientContext()
  const view = charityView(useSearchParams(charitySearch))
  const dates = rangeView(view.dates, clientSettings.today, historyStart(account), clientSettings)
  const shownGrants = { charityId, ...dates.range, sort: view.sort }
  const settled = useDebounced(JSON.stringify(shownGrants), historyDelayMs)
  const sent = { params: { fundId: account.fundId }, query: JSON.parse(settled) }
  return { view, dates, shownGrants, history: queryList(listGrants, sent, view.rows) }
}

function CharityActivity({ charity, account }: { charity: FundCharity; account: CurrentAccount }) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const { fundId, currency } = account
  const navigate = useNavigate()
  const mayRecommend = useMayRecommend(account)
  const { view, dates, shownGrants, ...shown } = useHistoryView(charity.charityId, account)
  const history = useQuery({ ...shown.history, placeholderData: keepPreviousData })
  const show = (next: Partial<typeof view & Pick<typeof dates, 'preset' | 'range'>>) => {
    const { sort, rows, preset, range } = { ...view, ...dates, ...next }
    void navigate({
      to: paths.charityActivity(charity.charityId, {
        ...(preset === 'custom' ? { dates: range } : { range: preset }),
        ...(sort === defaultSort ? {} : { sort }),
        ...(rows === '10' ? {} : { rows }),
      }),
      replace: true,
      resetScroll: false,
    })
  }
  const rangeText = `${formatDate(dates.range.from, locale)} to ${formatDate(dates.range.to, locale)}`
  const found = history.data
  return (
    <>
      <CharityHeader charity={charity} account={account} />
      <section aria-label="Grants to this charity" className={styles.grants}>
        <RangeSelector
          view={dates}
          openedOn={historyStart(account)}
          settings={clientSettings}
          onChange={show}
        />
        {history.isLoadingError ? (
          <LoadFailure what="The grants" requests={[history]} />
        ) : found ? (
          <div className={styles.columns} aria-busy={history.isPlaceholderData}>
            <PreviousGrants
              grants={found.data}
              total={found.meta.total}
              currency={currency}
              sort={view.sort}
              onSort={sort => show({ sort })}
              rows={view.rows}
              onRows={rows => show({ rows })}
              mayRepeat={mayRecommend && charity.canBeSelected}
              onExport={(format, about) =>
                downloadFile(
                  exportGrants,
                  // Not the debounced query, whose range may still be the one before.
                  { params: { fundId }, query: { ...shownGrants, format } },
                  about,
                )
              }
            />
            <GrantedTotal {...found.meta.aggregate} currency={currency} rangeText={rangeText} />
          </div>
        ) : (
          <Skeleton shape="table" lines={6} label="Loading the grants" />
        )}
      </section>
    </>
  )
}
