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
import { AccountLine } from './AccountLine.tsx'
import lines from './Lines.module.css'

// Only editors download this.
const PendingContent = lazy(() =>
  import('./PendingContent.tsx').then(module => ({ default: module.PendingContent })),
)

type AttentionListProps = {
  /** Null for people without a fund. */
  home: Reply<typeof getHome> | null
  currency?: Currency
  className?: string | undefined
}

/**
 * What waits for this person: documents to sign, a decision about their contact details, grants with a question or without funds, the staff queues, and content to
 * approve. Nothing for people who may do none of it.
 */
export function AttentionList({ home, currency, className }: AttentionListProps) {
  const headingId = useId()
  const mayEditContent = useCan('CONTENT_EDIT')
  const grants = home?.waiting ?? { total: 0, grants: [] }
  const unlisted = grants.total - grants.grants.length
  const queues = home?.queues ?? null
  const toSign = home?.documentsToSign ?? 0
  const toDecide = home?.contactsToDecide ?? 0
  const elsewhere = home?.elsewhere ?? { total: 0, accounts: [] }
  const unnamed = elsewhere.total - elsewhere.accounts.length
  const drafts = home?.drafts ?? 0
  const waiting = toSign + toDecide + elsewhere.total + drafts
  const mayActOnGrants = home?.waiting != null || queues !== null
  if (!mayActOnGrants && !mayEditContent && waiting === 0) return null
  return (
    <section aria-labelledby={headingId} className={className}>
      <h2 id={headingId}>For your attention</h2>
      <ul className={lines.list}>
        {queues === null ? null : (
          <>
            {queues.toApprove === null ? null : <QueueLine queue="to-approve" {...queues.toApprove} />}
            {queues.toPay === null ? null : <QueueLine queue="to-pay" {...queues.toPay} />}
          </>
        )}
        {toSign > 0 ? (
          <li className={lines.line}>
            <span>
              <Link to={paths.pendingDocuments()}>
                {toSign === 1
                  ? 'A document is waiting for your signature'
                  : 'Documents are waiting for your signature'}
              </Link>
            </span>
            <span className={lines.count}>{toSign}</span>
          </li>
        ) : null}
        {toDecide > 0 ? (
          <li className={lines.line}>
            <span>
              <Link to={paths.ownAccounts()}>
                {toDecide === 1 ? 'You were added to an account' : 'You were added to accounts'}
              </Link>
              <span className={lines.note}>Decide whether to share your contact details</span>
            </span>
            <span className={lines.count}>{toDecide}</span>
          </li>
        ) : null}
        {currency === undefined
          ? null
          : grants.grants.map(grant => <GrantLine key={grant.grantId} grant={grant} currency={currency} />)}
        {unlisted > 0 ? (
          <li className={lines.note}>
            and {unlisted} more {unlisted === 1 ? 'grant' : 'grants'}
          </li>
        ) : null}
        {drafts > 0 ? (
          <li className={lines.line}>
            <span>
              <Link to={paths.recommendGrant()}>
                {drafts === 1 ? 'A recommendation was not submitted' : 'Recommendations were not submitted'}
              </Link>
              <span className={lines.note}>Continue or remove what was started</span>
            </span>
            <span className={lines.count}>{drafts}</span>
          </li>
        ) : null}
        {elsewhere.accounts.map(account => (
          <AccountLine key={`${account.currency} ${account.fundId}`} account={account} />
        ))}
        {unnamed > 0 ? (
          <li className={lines.note}>
            and {unnamed} more {unnamed === 1 ? 'account' : 'accounts'}
          </li>
        ) : null}
        {mayEditContent ? (
          <Suspense fallback={<li className={lines.line} />}>
            <PendingContent />
          </Suspense>
        ) : null}
        {grants.total === 0 && waiting === 0 && queues === null && !mayEditContent ? (
          <li className={lines.note}>You’re all caught up.</li>
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
        <Link to={paths.grantQueue(queue)}>
          {queue === 'to-approve' ? 'Grants to approve' : 'Grants to pay'}
        </Link>
        <span className={lines.note}>{queueLabel(total, oldestAgeDays)}</span>
      </span>
      <span className={lines.count}>{total}</span>
    </li>
  )
}

/** A queue's state beside its count: `Oldest waiting for 9 days`. */
function queueLabel(total: number, oldestAgeDays: number): string {
  if (total === 0) return 'None waiting'
  const age =
    oldestAgeDays === 0 ? 'since today' : `for ${oldestAgeDays} ${oldestAgeDays === 1 ? 'day' : 'days'}`
  return total === 1 ? `Waiting ${age}` : `Oldest waiting ${age}`
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
            ? `Waiting for funds since ${since}`
            : `Question asked on ${since}`}
        </span>
        {grant.question === null ? null : <span className={lines.question}>{grant.question}</span>}
      </span>
      <Money amountMinor={grant.amountMinor} currency={currency} />
    </li>
  )
}
