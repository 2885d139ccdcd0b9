import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { formatDate, type IsoDate } from '../../domain/dates.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
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

const searchSchema = z.object({
  range: optionalParam(z.string()),
  from: optionalParam(z.string()),
  to: optionalParam(z.string()),
  open: optionalParam(z.string()),
})

/** The statement of a fund over a range of days, section by section (§2.6). */
export function FundActivityPage() {
  const { locale, today } = clientContext().clientSettings
  const account = useCurrentAccount()
  const navigate = useNavigate()
  const view = activityView(useSearchParams(searchSchema), today as IsoDate, account.openedDate)
  const { range } = view
  const statement = useQuery({
    ...query(getStatement, { params: { fundId: account.fundId }, query: range }),
    placeholderData: keepPreviousData,
  })

  const showView = (next: Partial<typeof view>) => {
    const { preset, range: dates, open } = { ...view, ...next }
    void navigate({
      to: paths.fundActivity({
        ...(preset === 'custom' ? { dates } : { range: preset }),
        open,
      }),
      replace: next.open !== undefined,
      resetScroll: false,
    })
  }
  const toggle = (section: SectionNumber, isOpen: boolean) =>
    showView({
      open: isOpen
        ? [...view.open, section].sort((a, b) => a - b)
        : view.open.filter(other => other !== section),
    })

  return (
    <>
      <PageHeading
        title="Fund Activity"
        lead={`${formatDate(range.from, locale)} to ${formatDate(range.to, locale)}. Choose another range, or choose your own dates (inclusive).`}
      >
        Fund Activity
      </PageHeading>
      <p className={styles.guide}>
        <ExternalLink href={guideAddress('statement-guide')}>
          A Guide to Reading Your Donor-Advised Fund Statement (PDF)
        </ExternalLink>
      </p>
      <RangeSelector view={view} openedOn={account.openedDate} today={today as IsoDate} onChange={showView} />
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
