import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type DateRange, dateOf, formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { clientContext } from '../../web/client-context/client-context.ts'
import { FundActivityNavigation } from '../../web/routing/FundActivityNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { historyStart, useCurrentAccount } from '../../web/session/current-account.ts'
import { sessionClock } from '../../web/session/session-clock.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { ExternalLink } from '../../web/ui/actions/ExternalLink.tsx'
import { RangeSelector } from '../../web/ui/fields/RangeSelector.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { useIsPrinting } from '../../web/ui/use-is-printing.ts'
import { guideAddress } from '../guides/domain/guides.ts'
import { activityViewAt, statementQuery } from './activity-asks.ts'
import type { SectionNumber } from './domain/sections.ts'
import styles from './FundActivityPage.module.css'
import { ActivitySections } from './statement/ActivitySections.tsx'
import { BalancePanel } from './statement/BalancePanel.tsx'
import { StatementSummary } from './statement/StatementSummary.tsx'
import { useAllRows } from './statement/use-all-rows.ts'

type FundActivityPageProps = {
  /** Saves the statement as a file. Only for those who may see every section. */
  SaveButton: ComponentType<{ fundId: number; range: DateRange }>
}

/** The statement of a fund over a range of days, section by section (§2.6). */
export function FundActivityPage({ SaveButton }: FundActivityPageProps) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const account = useCurrentAccount()
  const navigate = useNavigate()
  const openedOn = historyStart(account)
  const view = activityViewAt(useSearch({ strict: false }), account)
  const { range } = view
  const statement = useQuery({
    ...statementQuery(account.fundId, range),
    placeholderData: keepPreviousData,
  })
  const allRows = useAllRows(account.fundId, statement.isPlaceholderData ? undefined : statement.data)
  const isPrinting = useIsPrinting()

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

  // On paper the breakdown comes before the rows, so that it is never alone on the last page.
  const summary = statement.data?.summary ? (
    <StatementSummary summary={statement.data.summary} currency={account.currency} lastDay={range.to} />
  ) : null

  return (
    <>
      <PageHeading
        title="Fund Activity"
        lead={
          <>
            {formatDate(range.from, locale)} to {formatDate(range.to, locale)}
            <span className={styles.help}>. Choose another range, or choose your own dates (inclusive).</span>
          </>
        }
      >
        Fund Activity
      </PageHeading>
      <FundActivityNavigation current="Activity" />
      <PrintNote isComplete={allRows.isLoaded} />
      <div className={styles.guide}>
        <ExternalLink href={guideAddress('statement-guide')}>
          A Guide to Reading Your Donor-Advised Fund Statement (PDF)
        </ExternalLink>
        <Button
          kind="text"
          isPending={statement.isPending || statement.isPlaceholderData || allRows.isLoading}
          onPress={() => window.print()}
        >
          Print this statement
        </Button>
        {statement.data?.summary ? <SaveButton fundId={account.fundId} range={range} /> : null}
      </div>
      <RangeSelector view={view} openedOn={openedOn} settings={clientSettings} onChange={showView} />
      <div className={styles.columns}>
        {isPrinting ? summary : null}
        <div>
          <BalancePanel fundId={account.fundId} range={range} currency={account.currency} />
          {statement.data ? (
            <ActivitySections
              statement={statement.data}
              open={view.open}
              isPrinting={isPrinting}
              fundId={account.fundId}
              onToggle={toggle}
            />
          ) : statement.isLoadingError ? (
            <LoadFailure what="The statement" requests={[statement]} />
          ) : (
            <Skeleton shape="statement" lines={10} label="Loading the statement" />
          )}
        </div>
        {isPrinting ? null : summary}
      </div>
    </>
  )
}

/** Only on paper: the day of printing in the client's time zone, and a warning if rows were still loading. */
function PrintNote({ isComplete }: { isComplete: boolean }) {
  const { locale, timeZone } = clientContext().clientSettings
  // The server's time, because the clock of this computer may be wrong.
  const now = new Date(sessionClock.serverNowMs() ?? Date.now())
  return (
    <div className={styles.note}>
      <p>Printed on {formatDate(dateOf(now, timeZone), locale)}</p>
      {isComplete ? null : (
        <p>
          <strong>This printout is incomplete.</strong> The statement was still loading. Please print it
          again.
        </p>
      )}
    </div>
  )
}
