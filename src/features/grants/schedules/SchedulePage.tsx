import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { useCurrentFundId } from '../../../web/session/current-account.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { ChangeSchedule } from './ChangeSchedule.tsx'
import { scheduleSigns, scheduleStateLabels } from './domain/schedule.ts'
import { PastDates } from './PastDates.tsx'
import { ScheduleActions } from './ScheduleActions.tsx'
import { ScheduleFacts } from './ScheduleFacts.tsx'
import styles from './Schedules.module.css'
import { getSchedule, type ScheduleDetails } from './schedules.contract.ts'
import { UpcomingList } from './UpcomingList.tsx'
import { WaitingDates } from './WaitingDates.tsx'

/** Set when a schedule is made; gone after the next navigation. */
const thanks = z.object({ thanks: z.literal(true) })

/** /grants/schedules/{scheduleId}: the next dates of a schedule, the results of earlier ones, and its commands (§13). */
export function SchedulePage() {
  const { scheduleId } = useScreenParams('/grants/schedules/$scheduleId')
  const fundId = useCurrentFundId()
  const isNew = thanks.safeParse(useLocation({ select: location => location.state })).success
  const found = useQuery(query(getSchedule, { params: { fundId, scheduleId } }))
  if (found.isLoadingError) return <LoadFailure what="The schedule" requests={[found]} />
  if (!found.data) return <Skeleton shape="text" lines={10} label="Loading the schedule" />
  return <SchedulePageOf key={scheduleId} schedule={found.data} fundId={fundId} isNew={isNew} />
}

type PageProps = { schedule: ScheduleDetails; fundId: number; isNew: boolean }

function SchedulePageOf({ schedule, fundId, isNew }: PageProps) {
  const [isChanging, setChanging] = useState(false)
  const name = charityName(schedule.charityName)
  return (
    <>
      <Breadcrumb pages={[{ title: 'Schedules', to: paths.grantSchedules() }]} />
      <PageHeading
        title={`Schedule for ${name}`}
        takesFocus={!isNew}
        status={
          <StatusChip sign={scheduleSigns[schedule.state]}>{scheduleStateLabels[schedule.state]}</StatusChip>
        }
      >
        Schedule for {name}
      </PageHeading>
      {isNew ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>
            Your grant is scheduled. We don’t set money aside until its date. We’ll e-mail you if a grant
            can’t be made.
          </p>
        </Alert>
      ) : null}
      {schedule.charityFlag === null ? null : (
        <Alert kind="caution" heading="Please check this charity">
          <p>{schedule.charityFlag}</p>
        </Alert>
      )}
      {isChanging ? (
        <ChangeSchedule schedule={schedule} fundId={fundId} onDone={() => setChanging(false)} />
      ) : (
        <>
          <WaitingDates schedule={schedule} fundId={fundId} />
          <div className={styles.columns}>
            <div>
              <p className={styles.amount}>
                <Money amountMinor={schedule.amountMinor} currency={schedule.currency} size="large" />
              </p>
              <ScheduleFacts schedule={schedule} />
              <ScheduleActions schedule={schedule} fundId={fundId} onChange={() => setChanging(true)} />
              <PastDates schedule={schedule} />
            </div>
            <UpcomingList schedule={schedule} fundId={fundId} />
          </div>
        </>
      )}
    </>
  )
}
