import { useId } from 'react'
import type { PublishedContent } from '../../../contract/published-content.contract.ts'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { daysLeft, daysLeftLabel } from '../../giving-season/domain/days-left.ts'
import styles from './NextDeadlines.module.css'

const maxShown = 3

/** The next giving deadlines, soonest first. Nothing once the season is over. */
export function NextDeadlines({ deadlines }: { deadlines: PublishedContent['deadlines'] }) {
  const headingId = useId()
  const { today, locale } = clientContext().clientSettings
  const next = deadlines.filter(({ on }) => on >= today).slice(0, maxShown)
  if (next.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>Next giving deadlines</h2>
        <Link to={paths.givingSeason()}>All deadlines and how to give</Link>
      </div>
      <ul className={styles.list}>
        {next.map(({ name, gift, on }) => (
          <li key={name} className={styles.deadline}>
            <time dateTime={on} className={styles.day}>
              {formatDate(on, locale)}
            </time>
            <span className={styles.left}>{daysLeftLabel(daysLeft(on, today))}</span>
            <p className={styles.gift}>{gift}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
