import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { isOneOf, paidInFullStatuses, pendingStatuses } from '../domain/grant-status.ts'
import cardStyles from './CharityCard.module.css'
import styles from './CharityStep.module.css'
import { grantsToRepeat } from './grants-to-repeat.ts'

const maxGrants = 5
const statusesToRepeat = [...pendingStatuses, ...paidInFullStatuses]

/** The latest grant to each charity: one press leads to its review, filled in. */
export function GiveAgain({ fundId }: { fundId: number }) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const { currentDbHeader: currency } = clientContext()
  const found = useQuery(grantsToRepeat(fundId))
  const latest = new Map(
    (found.data?.data ?? [])
      .filter(({ transactionStatusCode }) => isOneOf(statusesToRepeat, transactionStatusCode))
      .toReversed()
      .map(grant => [grant.charityId, grant]),
  )
  const grants = [...latest.values()]
    .toSorted((one, other) => (one.createdDate < other.createdDate ? 1 : -1))
    .slice(0, maxGrants)
  // Most funds have given before: their charity list, which follows, keeps its place.
  if (found.isPending) return <Skeleton shape="table" lines={6} label="Loading your latest grants" />
  if (grants.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={styles.heading}>
        Give again
      </h2>
      <ul className={styles.cards}>
        {grants.map(grant => (
          <li key={grant.grantId} className={cardStyles.card}>
            <h3 className={cardStyles.name}>
              <Link
                to={paths.recommendGrant({ grantId: grant.grantId, step: 'review' })}
                look="plain"
                className={cardStyles.link}
              >
                {charityName(grant.charityName)}
              </Link>
            </h3>
            <p className={cardStyles.facts}>
              <span>
                <Money amountMinor={grant.amountMinor} currency={currency} />
              </span>
              <span>{grant.grantPurpose}</span>
              <span>{formatDate(grant.createdDate, locale)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
