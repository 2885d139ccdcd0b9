import { dateOf, formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { sessionClock } from '../../../web/session/session-clock.ts'
import styles from './PrintNote.module.css'

/** Only on paper: the day of printing in the client's time zone, and a warning if rows were still loading. */
export function PrintNote({ isComplete }: { isComplete: boolean }) {
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
