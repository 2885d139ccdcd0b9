import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatDate, type IsoDate } from '../../domain/dates.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { ExternalLink } from '../../web/ui/actions/ExternalLink.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import { guideAddress } from '../guides/domain/guides.ts'
import { activityView } from './domain/activity-view.ts'
import type { SectionNumber } from './domain/sections.ts'
import styles from './FundActivityPage.module.css'
import { getStatement } from './fund-activity.contract.ts'
import { ActivitySections } from './statement/ActivitySections.tsx'
import { BalancePanel } from './statement/BalancePanel.tsx'
import { RangeSelector } from './statement/RangeSelector.tsx'
import { StatementSummary } from './statement/StatementSummary.tsx'

/** §2.6: what moved in a fund over a range of days, section by section, and how it adds up. */
export function FundActivityPage() {
  const { locale, today } = clientContext().clientSettings
  const account = useCurrentAccount()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const view = activityView(search, today as IsoDate, account.openedDate)
  const { range } = view
  const statement = useQuery({
    ...query(getStatement, { params: { fundId: account.fundId }, query: range }),
    placeholderData: keepPreviousData,
  })

  const show = (next: Partial<typeof view>) => {
    const { preset, range: days, open } = { ...view, ...next }
    void navigate({
      to: paths.fundActivity({
        ...(preset === 'custom' ? { dates: days } : { range: preset }),
        open,
      }),
      replace: next.open !== undefined,
      resetScroll: false,
    })
  }
  const toggle = (section: SectionNumber, isOpen: boolean) =>
    show({
      open: isOpen
        ? [...view.open, section].sort((a, b) => a - b)
        : view.open.filter(each => each !== section),
    })

  return (
    <>
      <PageHeading
        title="Fund Activity"
        lead={`From ${formatDate(range.from, locale)} to ${formatDate(range.to, locale)}. Choose another range, or "Choose dates" for days of your own; both days are included.`}
      >
        Fund Activity
      </PageHeading>
      <p className={styles.guide}>
        <ExternalLink href={guideAddress('statement-guide')}>
          A Guide to Reading Your Donor-Advised Fund Statement (PDF)
        </ExternalLink>
      </p>
      <RangeSelector view={view} openedOn={account.openedDate} today={today as IsoDate} onChange={show} />
      <div className={styles.columns}>
        <div>
          <BalancePanel fundId={account.fundId} range={range} currency={account.currency} />
          {statement.data ? (
            <ActivitySections
              statement={statement.data}
              open={view.open}
              fundId={account.fundId}
              onToggle={toggle}
            />
          ) : statement.isError ? (
            <Alert kind="danger">The statement could not be loaded. Please try again.</Alert>
          ) : (
            <Skeleton shape="statement" lines={10} label="Loading the statement" />
          )}
        </div>
        {statement.data?.summary ? (
          <StatementSummary summary={statement.data.summary} currency={account.currency} lastDay={range.to} />
        ) : null}
      </div>
    </>
  )
}
