import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { periodText } from '../domain/describe-terms.ts'
import type { FeeScheduleReply } from '../fees.contract.ts'
import styles from './Fees.module.css'
import { termFacts } from './term-facts.tsx'

type FeeSchedulesProps = { schedules: readonly FeeScheduleReply[]; currency: Currency; mayPost: boolean }

/** The schedules with the terms in force and the periods that can be charged; the first has the primary button. */
export function FeeSchedules({ schedules, currency, mayPost }: FeeSchedulesProps) {
  if (schedules.length === 0) return <p>This book has no fee schedule. Fees are entered as a batch.</p>
  const first = schedules.find(({ due }) => due.length > 0)
  return schedules.map(schedule => (
    <Schedule
      key={schedule.name}
      schedule={schedule}
      currency={currency}
      mayPost={mayPost}
      isFirst={schedule === first}
    />
  ))
}

type ScheduleProps = {
  schedule: FeeScheduleReply
  currency: Currency
  mayPost: boolean
  /** Whether nothing above it is due. */
  isFirst: boolean
}

function Schedule({ schedule, currency, mayPost, isFirst }: ScheduleProps) {
  const { locale } = clientContext().clientSettings
  const { name, title, terms, coming, termsWait, fundTypes, due, last } = schedule
  const period = (days: { periodFrom: FeeDay; periodTo: FeeDay }) =>
    periodText({ from: days.periodFrom, to: days.periodTo }, locale)
  return (
    <section className={styles.schedule} aria-label={title}>
      <h2>{title}</h2>
      {due.length === 0 ? (
        <p>Nothing is due.</p>
      ) : (
        <>
          <h3>Due</h3>
          <ul className={styles.due}>
            {due.map((each, index) => (
              <li key={each.periodFrom}>
                {period(each)}
                {mayPost ? (
                  <Link
                    to={staffPaths.feeRun(name, each.periodFrom)}
                    look={isFirst && index === 0 ? 'primary-button' : 'button'}
                  >
                    Compute the fees<VisuallyHidden>, {period(each)}</VisuallyHidden>
                  </Link>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      <DescriptionList
        items={[
          ...(last === null
            ? []
            : [
                {
                  term: last.isWaiting ? 'Not charged yet' : 'Last charged',
                  description: (
                    <>
                      {period(last)},{' '}
                      <Link to={staffPaths.postingBatch(last.batchId)}>batch {last.batchNumber}</Link>
                      {last.isWaiting ? ', which waits for a second person' : null}
                    </>
                  ),
                },
              ]),
          { term: 'Accounts', description: inClientEnglish(fundTypes.join(', ')) },
          ...(terms === null ? [] : termFacts(terms, { currency, locale })),
        ]}
      />
      <p className={styles.more}>
        {termsWait ? 'New terms await a second person. ' : null}
        {coming.map(({ from }) => `Other terms hold from ${formatDate(from, locale)} on. `)}
        <Link to={staffPaths.feeTerms(name)}>
          Terms and their history<VisuallyHidden>, {title}</VisuallyHidden>
        </Link>
      </p>
    </section>
  )
}

type FeeDay = FeeScheduleReply['due'][number]['periodFrom']
