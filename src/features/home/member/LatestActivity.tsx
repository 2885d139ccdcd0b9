import { useId } from 'react'
import { formatDate, type IsoDate, monthEnd } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { Activity } from '../home.contract.ts'
import styles from './LatestActivity.module.css'
import lines from './Lines.module.css'

type LatestActivityProps = { rows: readonly Activity[]; currency: Currency; className?: string | undefined }

/** The latest activity. A grant links to its page, anything else to its section of that month's statement. */
export function LatestActivity({ rows, currency, className }: LatestActivityProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={className}>
      <h2 id={headingId}>Latest activity</h2>
      {rows.length === 0 ? (
        <p className={lines.more}>
          {inClientEnglish('Contributions, grants{,} and gains will appear here, newest first.')}
        </p>
      ) : (
        <>
          <ul className={lines.list} aria-labelledby={headingId}>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of one day may be identical
              <ActivityLine key={index} row={row} currency={currency} />
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
      <span className={styles.description}>
        <time dateTime={row.date} className={styles.date}>
          {formatDate(row.date, locale, 'short')}
        </time>
        <span>
          {row.grantId === null ? (
            <Link to={paths.fundActivity({ dates: monthOf(row.date, today), open: [row.section] })}>
              {row.title}
            </Link>
          ) : (
            <Link to={paths.grant(row.grantId)}>{charityName(row.title)}</Link>
          )}
          {row.state === null ? null : <span className={lines.note}>{row.state}</span>}
        </span>
      </span>
      {row.amountMinor === null ? (
        <span className={styles.noAmount}>Not deducted</span>
      ) : (
        <Money amountMinor={row.amountMinor} currency={currency} />
      )}
    </li>
  )
}

/** The month of a date, up to today. */
function monthOf(date: IsoDate, today: IsoDate) {
  const end = monthEnd(date)
  // The cast is safe: the first day of a valid date's month is a valid date.
  return { from: `${date.slice(0, 8)}01` as IsoDate, to: end < today ? end : today }
}
