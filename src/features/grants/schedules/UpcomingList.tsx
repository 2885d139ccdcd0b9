import { useId, useState } from 'react'
import { formatDate, formatDay, type IsoDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { type Schedule, skipOccurrence } from './schedules.contract.ts'
import styles from './UpcomingList.module.css'
import { useScheduleCommand } from './use-schedule-command.ts'

/** More dates than these are shown on request. */
const shownAtFirst = 3

/** The next dates, at most twelve, each of which can be skipped. */
export function UpcomingList({ schedule, fundId }: { schedule: Schedule; fundId: number }) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { isPending, press } = useScheduleCommand(fundId, schedule.scheduleId)
  const { upcoming, state, may } = schedule
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? upcoming : upcoming.slice(0, shownAtFirst)
  if (upcoming.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {shown.length === 1 ? 'The next date' : `The next ${shown.length} dates`}
      </h2>
      {state === 'paused' ? <p>Dates are skipped while the schedule is paused.</p> : null}
      <ol className={styles.list}>
        {shown.map(({ number, nominalOn, dueOn, isSkipped }) => (
          <li key={number} className={styles.item}>
            <span className={isSkipped ? styles.skipped : undefined}>
              {dueOn === nominalOn ? (
                formatDate(dueOn, locale)
              ) : (
                <>
                  {formatDay(dueOn, locale)}
                  <Note>{whyMoved(nominalOn, locale)}</Note>
                </>
              )}
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
      {upcoming.length > shownAtFirst ? (
        <Button kind="text" aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${upcoming.length}`}
        </Button>
      ) : null}
    </section>
  )
}

/** Why a grant is not made on its own date: banks are closed then. */
function whyMoved(nominalOn: IsoDate, locale: string): string {
  const weekday = new Date(`${nominalOn}T00:00:00Z`).getUTCDay()
  const what = weekday === 6 ? 'Saturday' : weekday === 0 ? 'Sunday' : inClientEnglish('bank holiday')
  return `${formatDate(nominalOn, locale)} is a ${what}`
}
