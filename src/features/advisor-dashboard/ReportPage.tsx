import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import {
  addDays,
  addMonths,
  asIsoDate,
  type DateRange,
  formatDate,
  type IsoDate,
} from '../../domain/dates.ts'
import { presetRange, type RangePreset } from '../../domain/range-presets.ts'
import { rangeInAddress } from '../../domain/range-view.ts'
import { call, fetchReply } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { currentBook } from '../../web/api/query.ts'
import { saveBytes } from '../../web/api/save-bytes.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { DateRangePicker } from '../../web/ui/fields/DateRangePicker.tsx'
import { presetChoices } from '../../web/ui/fields/preset-choices.ts'
import { RefusedRange } from '../../web/ui/fields/RefusedRange.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AdvisorDashboard.module.css'
import {
  getActivityReport,
  type ReportAbout,
  type ReportTotal,
  type reportFormats,
  saveActivityReport,
} from './advisor-dashboard.contract.ts'
import { chosenAccounts } from './chosen-accounts.ts'
import { reportList } from './dashboard.list.ts'
import { filterParams, paramsOf } from './dashboard-view.ts'

const searchSchema = z.object({
  from: optionalParam(z.string()),
  to: optionalParam(z.string()),
  ...filterParams,
})

const reportPresets: readonly RangePreset[] = [
  'year-to-date',
  'last-quarter',
  'last-year',
  'this-tax-year',
  'last-tax-year',
  'this-fiscal-year',
  'last-fiscal-year',
]
type Preset = RangePreset | 'five-years'

const choices = (): { value: Preset; text: string }[] => [
  ...presetChoices(clientContext().clientSettings).filter(({ value }) => reportPresets.includes(value)),
  { value: 'five-years', text: 'Five years' },
]

function rangeOf(preset: Preset, today: IsoDate): DateRange {
  if (preset !== 'five-years') return presetRange(preset, today, today, clientContext().clientSettings)
  return { from: addDays(addMonths(today, -60), 1), to: today }
}

/** /financial-advisor-dashboard/report: the activity of the selected accounts, or of those that the dashboard shows, over a range. */
export function ReportPage() {
  const { from, to, ...params } = useSearchParams(searchSchema)
  const view = { ...params, waiting: params.waiting === 'yes' }
  const navigate = useNavigate()
  const [chosen] = useState(chosenAccounts.read)
  const today = asIsoDate(clientContext().clientSettings.today)
  if (today === null) throw new Error('the context names no day')
  const asked = rangeInAddress({ from, to }, today)
  const range = asked.range ?? rangeOf('year-to-date', today)
  const about: ReportAbout = {
    ...range,
    accounts: chosen.length === 0 ? null : [...chosen],
    filter: { ...view, household: view.household ?? null, status: view.status ?? null },
  }
  const found = useReport(about)
  const presets = choices()
  const show = (next: DateRange) =>
    void navigate({
      to: paths.activityReport({ ...next, ...paramsOf(view) }),
      resetScroll: false,
      replace: true,
    })
  const { locale } = clientContext().clientSettings
  const shownPreset = presets.find(({ value }) => isSameRange(rangeOf(value, today), range))?.value
  const [isChoosing, setChoosing] = useState(shownPreset === undefined)
  return (
    <>
      <PageHeading
        title="Activity Report"
        isAboveList
        lead={
          <>
            {reportedAccounts(chosen.length, view)}, {formatDate(range.from, locale, 'short')} to{' '}
            {formatDate(range.to, locale, 'short')}
          </>
        }
        actions={
          <>
            <Link to={paths.advisorDashboard(paramsOf(view))}>Back to your accounts</Link>
            {found.data && found.data.rows.length > 0 ? <SaveReport about={about} /> : null}
          </>
        }
      >
        Activity Report
      </PageHeading>
      <Report
        found={found}
        choices={
          <div className={styles.ranges}>
            <ChoiceBar
              label="Date range"
              choices={[...presets, { value: 'custom' as const, text: 'Choose dates' }]}
              value={isChoosing ? 'custom' : (shownPreset ?? 'custom')}
              onChange={preset => {
                setChoosing(preset === 'custom')
                if (preset !== 'custom') show(rangeOf(preset, today))
              }}
            />
          </div>
        }
        dates={
          <>
            {asked.refused === null ? null : (
              <RefusedRange refused={asked.refused} range={range} latest={today} locale={locale} />
            )}
            {isChoosing ? (
              <div className={styles.dates}>
                <DateRangePicker
                  label="First and last day"
                  name="report-range"
                  value={range}
                  latest={today}
                  isRequired
                  onChange={next => {
                    if (next !== null) show(next)
                  }}
                />
              </div>
            ) : null}
          </>
        }
      />
    </>
  )
}

const isSameRange = (one: DateRange, other: DateRange): boolean =>
  one.from === other.from && one.to === other.to

function reportedAccounts(chosen: number, view: Parameters<typeof paramsOf>[0]): string {
  if (chosen > 0) return chosen === 1 ? 'One selected account' : `${chosen} selected accounts`
  if (view.keywords !== '' || view.status !== undefined || view.waiting)
    return 'The accounts that match your search and filters'
  return view.household === undefined ? 'All your accounts' : 'The accounts of one household'
}

const useReport = (about: ReportAbout) =>
  useQuery({
    queryKey: [getActivityReport.path, about, currentBook().currency],
    queryFn: ({ signal }) => call(getActivityReport, { body: about }, { signal }),
    placeholderData: keepPreviousData,
  })

type ReportProps = {
  found: ReturnType<typeof useReport>
  /** The choice of the range, in the toolbar, and its dates below it. */
  choices: ReactNode
  dates: ReactNode
}

function Report({ found, choices: ranges, dates }: ReportProps) {
  const totals = found.data?.totals ?? []
  return (
    <>
      <ListTable
        list={reportList}
        what="accounts"
        caption="The activity of each account"
        currency={clientContext().currentDbHeader}
        choices={ranges}
        opened={
          <>
            {dates}
            {totals.map(total => (
              <TotalFigures key={total.currency} total={total} isOne={totals.length === 1} />
            ))}
          </>
        }
        rows={found.data?.rows}
        loadFailure={found.isLoadingError ? <LoadFailure what="The report" requests={[found]} /> : undefined}
        rowKey={row => row.id}
        empty={{ text: 'There are no accounts to report on.' }}
      />
      {totals.some(total => otherMinorOf(total) !== 0n) ? (
        <Note>Other activity includes returned grants and transfers. You can choose a column for each.</Note>
      ) : null}
    </>
  )
}

const otherMinorOf = (total: ReportTotal): bigint =>
  total.otherMinor + total.returnedMinor + total.transfersInMinor + total.transfersOutMinor

function TotalFigures({ total, isOne }: { total: ReportTotal; isOne: boolean }) {
  const otherMinor = otherMinorOf(total)
  const amounts = [
    ['Beginning balance', total.beginningMinor],
    ['Contributions', total.contributionsMinor],
    ['Grants', total.grantsMinor],
    ['Gains and losses', total.gainsMinor],
    ['Fees', total.feesMinor],
    ...(otherMinor === 0n ? [] : [['Other', otherMinor] as const]),
    ['Ending balance', total.endingMinor],
  ] as const
  return (
    <section aria-label={isOne ? 'Total' : `Total in ${total.currency}`}>
      {isOne ? null : <h2 className={styles.currency}>Total in {total.currency}</h2>}
      <dl className={styles.totals}>
        {amounts.map(([term, amountMinor]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <Money amountMinor={amountMinor} currency={total.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SaveReport({ about }: { about: ReportAbout }) {
  const [isPending, setPending] = useState<string | null>(null)
  const save = async (format: (typeof reportFormats)[number]) => {
    setPending(format)
    try {
      const response = await fetchReply(saveActivityReport, { body: { ...about, format } })
      saveBytes(await response.blob(), `Activity ${about.from} to ${about.to}.${format}`)
    } catch (failure) {
      showFailure(failure)
    }
    setPending(null)
  }
  return (
    <div className={styles.save}>
      <span aria-hidden="true">Save as</span>
      {(['pdf', 'xlsx', 'csv'] as const).map(format => (
        <Button
          key={format}
          kind="text"
          isPending={isPending === format}
          pendingText="Processing..."
          onPress={() => void save(format)}
        >
          <VisuallyHidden>Save as </VisuallyHidden>
          {formatNames[format]}
        </Button>
      ))}
    </div>
  )
}

const formatNames = {
  pdf: 'PDF',
  xlsx: 'Excel',
  csv: 'CSV',
} as const satisfies Record<(typeof reportFormats)[number], string>
