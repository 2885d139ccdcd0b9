import { useId } from 'react'
import { formatDate, type IsoDate, monthEnd } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { Activity } from '../home.contract.ts'
import styles from './LatestActivity.module.css'
import lines from './Lines.module.css'

type LatestActivityProps = { rows: readonly Activity[]; currency: Currency; className?: string | undefined }

/** What happened last: a grant leads to where it stands, anything else to its section of that month's statement. */
export function LatestActivity({ rows, currency, className }: LatestActivityProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={className}>
      <h2 id={headingId}>Latest activity</h2>
      {rows.length === 0 ? (
        <p className={lines.more}>Contributions, grants and gains will appear here, the newest first.</p>
      ) : (
        <>
          <ul className={lines.list} aria-labelledby={headingId}>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a day may be alike in everything
              <ActivityLine key={place} row={row} currency={currency} />
            ))}
          </ul>
          <p className={lines.more}>
            <Link to={paths.fundActivity()}>All activity</Link>
          </p>
        </>
      )}
    </section>
  )
}

function ActivityLine({ row, currency }: { row: Activity; currency: Currency }) {
  const { locale, today } = clientContext().clientSettings
  return (
    <li className={lines.line}>
      <span className={styles.what}>
        <time dateTime={row.date} className={styles.date}>
          {formatDate(row.date, locale, 'short')}
        </time>
        <span>
          {row.grantId === null ? (
            <Link
              to={paths.fundActivity({ dates: monthOf(row.date, today as IsoDate), open: [row.section] })}
            >
              {row.title}
            </Link>
          ) : (
            <Link to={paths.grant(row.grantId)}>{charityName(row.title)}</Link>
          )}
          {row.state === null ? null : <span className={lines.note}>{row.state}</span>}
        </span>
      </span>
      {row.amountMinor === null ? (
        <span className={styles.none}>Not taken</span>
      ) : (
        <Money amountMinor={row.amountMinor} currency={currency} />
      )}
    </li>
  )
}

/** The statement of the month in which it happened, as far as that has come. */
function monthOf(date: IsoDate, today: IsoDate) {
  const end = monthEnd(date)
  // The first of a month that has a date is a date.
  return { from: `${date.slice(0, 8)}01` as IsoDate, to: end < today ? end : today }
}
