import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoint.ts'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { FundActivityNavigation } from '../../../web/routing/FundActivityNavigation.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useCurrentAccount, useMayRecommend } from '../../../web/session/current-account.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { BesideLogo } from '../../../web/ui/pictures/BesideLogo.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { frequencies, scheduleStateLabels } from './domain/schedule.ts'
import styles from './Schedules.module.css'
import { listSchedules, type Schedule } from './schedules.contract.ts'

/** /grants/schedules: the fund's schedules, their next dates, and what falls due against the balance (§13). */
export function SchedulesPage() {
  const account = useCurrentAccount()
  const { fundId } = account
  const mayRecommend = useMayRecommend(account)
  const found = useQuery(query(listSchedules, { params: { fundId } }))
  return (
    <>
      <PageHeading
        title="Schedules"
        isAboveList
        actions={mayRecommend ? <Link to={paths.recommendGrant()}>Schedule a grant</Link> : undefined}
      >
        Schedules
      </PageHeading>
      <FundActivityNavigation current="Schedules" />
      {found.isLoadingError ? (
        <LoadFailure what="The schedules" requests={[found]} />
      ) : found.data ? (
        <Schedules {...found.data} />
      ) : (
        <Skeleton shape="table" lines={6} label="Loading the schedules" />
      )}
    </>
  )
}

function Schedules({ data, meta }: Reply<typeof listSchedules>) {
  const { locale } = clientContext().clientSettings
  if (data.length === 0) return <p>Scheduled grants will appear here.</p>
  return (
    <div className={styles.columns}>
      <DuePanel meta={meta} currency={data[0]?.currency ?? 'USD'} />
      <div>
        <Table
          caption="Schedules"
          isCaptionHidden
          columns={[
            {
              key: 'charity',
              heading: 'Charity',
              isRowHeading: true,
              cell: schedule => <Charity schedule={schedule} />,
            },
            { key: 'frequency', heading: 'How often', cell: ({ frequency }) => frequencies[frequency] },
            { key: 'next', heading: 'Next grant', cell: schedule => nextText(schedule, locale) },
            {
              key: 'amount',
              heading: 'Each grant',
              isNumeric: true,
              cell: ({ amountMinor, currency }) => <Money amountMinor={amountMinor} currency={currency} />,
            },
          ]}
          rows={data}
          rowKey={({ scheduleId }) => scheduleId}
          empty={{ text: '' }}
        />
        <UpcomingDates schedules={data} />
      </div>
    </div>
  )
}

function Charity({ schedule }: { schedule: Schedule }) {
  const { waiting, charityFlag } = schedule
  return (
    <BesideLogo name={charityName(schedule.charityName)} logoUrl={schedule.logoUrl}>
      <Link to={paths.grantSchedule(schedule.scheduleId)}>{charityName(schedule.charityName)}</Link>
      {waiting === 0 ? null : (
        <span className={styles.caution}>
          {waiting === 1 ? 'One date needs your attention' : `${waiting} dates need your attention`}
        </span>
      )}
      {charityFlag === null ? null : <span className={styles.caution}>{charityFlag}</span>}
    </BesideLogo>
  )
}

function nextText({ state, upcoming }: Schedule, locale: string): string {
  const next = upcoming.find(({ isSkipped }) => !isSkipped)
  if (state !== 'active' || !next) return scheduleStateLabels[state]
  return formatDate(next.dueOn, locale, 'short')
}

const shownDates = 12

/** The next twelve dates of all schedules together. */
function UpcomingDates({ schedules }: { schedules: readonly Schedule[] }) {
  const { locale } = clientContext().clientSettings
  const dates = schedules
    .filter(({ state }) => state === 'active')
    .flatMap(schedule =>
      schedule.upcoming.filter(({ isSkipped }) => !isSkipped).map(date => ({ ...date, schedule })),
    )
    .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : one.dueOn > other.dueOn ? 1 : 0))
    .slice(0, shownDates)
  if (dates.length === 0) return null
  return (
    <div className={styles.dates}>
      <Table
        caption="The next dates"
        columns={[
          { key: 'date', heading: 'Date', cell: ({ dueOn }) => formatDate(dueOn, locale, 'short') },
          {
            key: 'charity',
            heading: 'Charity',
            isRowHeading: true,
            cell: ({ schedule }) => charityName(schedule.charityName),
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor, schedule }) => (
              <Money amountMinor={amountMinor} currency={schedule.currency} />
            ),
          },
        ]}
        rows={dates}
        rowKey={({ schedule, number }) => `${schedule.scheduleId} ${number}`}
        hasStickyHeading={false}
        empty={{ text: '' }}
      />
    </div>
  )
}

type DuePanelProps = { meta: Reply<typeof listSchedules>['meta']; currency: Schedule['currency'] }

function DuePanel({ meta: { due, availableMinor }, currency }: DuePanelProps) {
  const { locale } = clientContext().clientSettings
  const afterMinor = availableMinor - due.dueMinor
  const amount = (amountMinor: bigint) => (
    <Money amountMinor={amountMinor} currency={currency} symbol={false} />
  )
  return (
    <aside aria-label="The next 90 days" className={styles.panel}>
      <h2 className={styles.heading}>The next 90 days</h2>
      <DescriptionList
        look="amounts"
        items={[
          { term: 'Available now', description: amount(availableMinor) },
          {
            term: `${due.grants} ${due.grants === 1 ? 'grant' : 'grants'} until ${formatDate(due.until, locale, 'short')}`,
            description: amount(-due.dueMinor),
          },
          {
            term: 'Available after these grants',
            description: <Money amountMinor={afterMinor} currency={currency} />,
            isTotal: true,
          },
        ]}
      />
      <p className={styles.note}>We don’t set money aside until a grant’s date.</p>
      {afterMinor < 0n ? (
        <p className={styles.caution}>The balance does not cover all of these grants.</p>
      ) : null}
    </aside>
  )
}
