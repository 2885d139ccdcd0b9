import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { addDays, dateOf } from '../../../../domain/dates.ts'
import { dayMs } from '../../../../domain/durations.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { displayName } from '../../../accounts/domain/account-name.ts'
import { logoAddress } from '../../../charities/server/charity-response.ts'
import { undecidedStatuses } from '../../domain/grant-status.ts'
import { grantRowResponse } from '../../server/grant-details.ts'
import type * as contract from '../staff-grants.contract.ts'
import type { PayeeToConfirm, QueueRow } from '../staff-grants.contract.ts'
import { payeesToConfirm } from './payees-to-confirm.ts'
import { listQueue, type QueueRecord, queueKeysets } from './queue.queries.ts'
import { ownerResponse } from './review.queries.ts'
import { paymentViolation, staffDueOn } from './staff-grant.ts'

type Client = ContextOf<typeof contract.listGrantQueue>['client']

/** Whether a row can be offered for the approval of several at once; each is checked in full when it is approved. */
const mayBeClean = (row: QueueRecord, { dualControlFromMinor }: Client): boolean =>
  undecidedStatuses.includes(row.transaction_status_code) &&
  row.review_state === null &&
  row.held_at === null &&
  row.benefit_answer === null &&
  row.outcome_then === 'yes' &&
  row.account_status === 'Active' &&
  row.amount_minor < dualControlFromMinor

const maxWords = 8

export async function listGrantQueue(
  {
    query,
  }: { query: Omit<HandlerInput<typeof contract.listGrantQueue>['query'], 'columns' | 'cacheStrategy'> },
  context: Pick<ContextOf<typeof contract.listGrantQueue>, 'db' | 'realmDb' | 'book' | 'client' | 'clock'>,
): Promise<Reply<typeof contract.listGrantQueue>> {
  const { db, client, clock } = context
  const { keywords, ageDays, ...filter } = query
  const page = keysetPage({ query, defaultSort: 'createdDate', keysetsOf: queueKeysets })
  // Calendar days in the sponsor's time zone, as the date beside it: a grant of yesterday evening is a day old.
  const today = dateOf(clock.now(), client.timeZone)
  const search = {
    queue: filter.queue,
    waitsFor: filter.waitsFor,
    fromMinor: filter.fromMinor,
    toMinor: filter.toMinor,
    eligibility: filter.eligibility,
    owner: filter.owner,
    words: keywords.toUpperCase().split(/\s+/).filter(Boolean).slice(0, maxWords),
    until: ageDays === undefined ? undefined : addDays(today, -ageDays),
  }
  const found = await listQueue(db, search, page)
  const { rows, meta } = splitPage(page, found, Number(found[0]?.total ?? 0n))
  const payees = await payeesToConfirm(rows.map(payeeAsked), context)
  return {
    data: rows.map(row => rowOf(row, payees.get(row.grant_id) ?? null, client, Date.parse(today))),
    meta,
  }
}

const payeeAsked = (row: QueueRecord) => ({
  ...row,
  recommendedAt: row.recommended_at,
  registerAddressThen: row.register_address_then,
})

function rowOf(row: QueueRecord, payee: PayeeToConfirm | null, client: Client, todayMs: number): QueueRow {
  const approved = row.approved_at === null ? [] : [{ transition: 'approve' as const, at: row.approved_at }]
  return {
    ...grantRowResponse(row, client),
    fundId: Number(row.fund_id),
    accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
    donorName: row.donor_name,
    logoUrl: logoAddress(row.logo_name),
    held: paymentViolation(row, row.account_status),
    isOnHold: row.held_at !== null,
    ageDays: Math.max(0, (todayMs - Date.parse(row.recommended_on)) / dayMs),
    ...ownerResponse(row.seen_owner),
    dueOn: staffDueOn(row, approved, row.held_at, client),
    mayBeClean: mayBeClean(row, client),
    payee,
  }
}
