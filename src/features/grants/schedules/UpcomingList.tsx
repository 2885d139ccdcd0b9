import { useId } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { type Schedule, skipOccurrence } from './schedules.contract.ts'
import styles from './UpcomingList.module.css'
import { useScheduleCommand } from './use-schedule-command.ts'

/** The next twelve dates, each of which can be skipped. */
export function UpcomingList({ schedule, fundId }: { schedule: Schedule; fundId: number }) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { isPending, press } = useScheduleCommand(fundId, schedule.scheduleId)
  const { upcoming, state, may } = schedule
  if (upcoming.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {upcoming.length === 1 ? 'The next date' : `The next ${upcoming.length} dates`}
      </h2>
      {state === 'paused' ? <p>Dates are skipped while the schedule is paused.</p> : null}
      <ol className={styles.list}>
        {upcoming.map(({ number, nominalOn, dueOn, isSkipped }) => (
          <li key={number} className={styles.item}>
            <span className={isSkipped ? styles.skipped : undefined}>
              {formatDate(dueOn, locale)}
              {dueOn === nominalOn ? null : <Note>instead of {formatDate(nominalOn, locale)}</Note>}
            </span>
            {isSkipped ? (
              <Note>Skipped</Note>
            ) : may.change ? (
              <Button
                kind="text"
                isDisabled={isPending}
                onPress={() =>
                  void press(skipOccurrence, { number }, `${formatDate(dueOn, locale)} is skipped.`)
                }
              >
                Skip<VisuallyHidden> {formatDate(dueOn, locale)}</VisuallyHidden>
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
