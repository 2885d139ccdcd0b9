import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { formatDate, type IsoDate } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { daysLeft, daysLeftLabel } from './domain/days-left.ts'
import styles from './GivingSeason.module.css'

type NextDeadlineProps = { deadlines: PublishedContent['deadlines']; today: IsoDate }

/** The nearest day that is not past, and what has to be done by then. Nothing once the season is over. */
export function NextDeadline({ deadlines, today }: NextDeadlineProps) {
  const { locale } = clientContext().clientSettings
  const ahead = deadlines.filter(({ on }) => on >= today)
  const on = ahead.map(deadline => deadline.on).sort()[0]
  if (on === undefined) return null
  const days = daysLeft(on, today)
  const gifts = ahead.filter(deadline => deadline.on === on).map(({ gift }) => gift)
  return (
    <p className={styles.next}>
      <strong className={styles.days}>{daysLeftLabel(days)}</strong>
      <span className={styles.until}>
        {days > 1 ? 'to' : 'is'} the next deadline,{' '}
        <time dateTime={on} className={styles.day}>
          {formatDate(on, locale)}
        </time>
      </span>
      <span>{gifts.join('; ')}</span>
    </p>
  )
}
