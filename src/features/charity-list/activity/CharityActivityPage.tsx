import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import {
  type CurrentAccount,
  historyStart,
  useCurrentAccount,
  useMayRecommend,
} from '../../../web/session/current-account.ts'
import { RangeSelector } from '../../../web/ui/fields/RangeSelector.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { exportGrants, listGrants } from '../../grants/grants.contract.ts'
import type { FundCharity } from '../charity-list.contract.ts'
import styles from './CharityActivityPage.module.css'
import { CharityHeader } from './CharityHeader.tsx'
import { charityAsks, fundCharityQuery, historyViewAt } from './charity-asks.ts'
import { defaultSort } from './charity-view.ts'
import { GrantedTotal } from './GrantedTotal.tsx'
import { PreviousGrants } from './PreviousGrants.tsx'

/** The debounce of requests for a charity's grant history (§9). */
const historyDelayMs = 400

/** /grant-activity/{id}: a charity and the fund's grants to it (§2.7). */
export function CharityActivityPage() {
  const { charityId } = useScreenParams('/grant-activity/$charityId')
  const account = useCurrentAccount()
  const charity = useQuery(fundCharityQuery(account.fundId, charityId))
  if (charity.isLoadingError) return <LoadFailure what="The charity" requests={[charity]} />
  if (!charity.data) return <Skeleton shape="text" lines={10} label="Loading the charity" />
  return <CharityActivity charity={charity.data} account={account} />
}

CharityActivityPage.asks = charityAsks

function CharityActivity({ charity, account }: { charity: FundCharity; account: CurrentAccount }) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const { fundId, currency } = account
  const navigate = useNavigate()
  const mayRecommend = useMayRecommend(account)
  const { view, dates, shownGrants } = historyViewAt(useSearch({ strict: false }), charity, account)
  const settled = useDebounced(JSON.stringify(shownGrants), historyDelayMs)
  const history = useQuery({
    ...queryList(listGrants, { params: { fundId }, query: JSON.parse(settled) }, view.rows),
    placeholderData: keepPreviousData,
  })
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
