import { lazy, Suspense, useId } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { getHome, WaitingGrant } from '../home.contract.ts'
import lines from './Lines.module.css'
import { queueLabel } from './queue-labels.ts'

// What editors ask for is known to nobody else's home.
const PendingContent = lazy(async () => ({
  default: (await import('./PendingContent.tsx')).PendingContent,
}))

type WaitingProps = {
  /** Null for people without a fund. */
  home: Reply<typeof getHome> | null
  currency?: Currency
  className?: string | undefined
}

/** What goes no further until this person does something: grants with a question, the staff's queues, texts to approve. */
export function Waiting({ home, currency, className }: WaitingProps) {
  const headingId = useId()
  const mayEditContent = useCan('CONTENT_EDIT')
  const grants = home?.waiting ?? { total: 0, grants: [] }
  const queues = home?.queues ?? null
  if (home === null && !mayEditContent) return null
  return (
    <section aria-labelledby={headingId} className={className}>
      <h2 id={headingId}>What waits for you</h2>
      <ul className={lines.list}>
        {queues === null ? null : (
          <>
            <QueueLine queue="to-approve" {...queues.toApprove} />
            <QueueLine queue="to-pay" {...queues.toPay} />
          </>
        )}
        {currency === undefined
          ? null
          : grants.grants.map(grant => <GrantLine key={grant.grantId} grant={grant} currency={currency} />)}
        {grants.total > grants.grants.length ? (
          <li className={lines.note}>and {grants.total - grants.grants.length} more grants</li>
        ) : null}
        {mayEditContent ? (
          <Suspense fallback={<li className={lines.line} />}>
            <PendingContent />
          </Suspense>
        ) : null}
        {grants.total === 0 && queues === null && !mayEditContent ? (
          <li className={lines.note}>Nothing waits for you.</li>
        ) : null}
      </ul>
    </section>
  )
}

type QueueLineProps = { queue: 'to-approve' | 'to-pay'; total: number; oldestAgeDays: number }

function QueueLine({ queue, total, oldestAgeDays }: QueueLineProps) {
  return (
    <li className={lines.line}>
      <span>
        <Link to={paths.superUserDashboard(queue)}>
          {queue === 'to-approve' ? 'Grants to approve' : 'Grants to pay'}
        </Link>
        <span className={lines.note}>{queueLabel(total, oldestAgeDays)}</span>
      </span>
      <span className={lines.count}>{total}</span>
    </li>
  )
}

function GrantLine({ grant, currency }: { grant: WaitingGrant; currency: Currency }) {
  const { locale } = clientContext().clientSettings
  const since = formatDate(grant.since, locale, 'short')
  return (
    <li className={lines.line}>
      <span>
        <Link to={paths.grant(grant.grantId)}>{charityName(grant.charityName)}</Link>
        <span className={lines.note}>
          {grant.reviewState === 'waiting_for_funds'
            ? `Waits for funds since ${since}`
            : `A question, since ${since}`}
        </span>
        {grant.question === null ? null : <span className={lines.question}>{grant.question}</span>}
      </span>
      <Money amountMinor={grant.amountMinor} currency={currency} />
    </li>
  )
}
