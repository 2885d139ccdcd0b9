import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { addDays, dateOf } from '../../../../domain/dates.ts'
import { dayMs } from '../../../../domain/durations.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { displayName } from '../../../accounts/domain/account-name.ts'
import { eftPaymentTypeCode } from '../../../charities/server/charity-status.ts'
import { listPayees, type PayeeEvidence } from '../../../charity-profiles/server/payee-changes.queries.ts'
import { undecidedStatuses } from '../../domain/grant-status.ts'
import { grantQueueList } from '../../grants.list.ts'
import { payeeDigest } from '../../server/approval-evidence.ts'
import { grantRowResponse } from '../../server/grant-details.ts'
import type { exportGrantQueue, listGrantQueue, QueueRow } from '../staff-grants.contract.ts'
import { listQueue, type QueueRecord, queueKeysets } from './queue.queries.ts'
import { paymentViolation, staffDueOn } from './staff-grant.ts'

const maxWords = 8

export async function grantQueue(
  { query }: { query: Omit<HandlerInput<typeof listGrantQueue>['query'], 'columns' | 'cacheStrategy'> },
  { db, client, clock }: Pick<ContextOf<typeof listGrantQueue>, 'db' | 'client' | 'clock'>,
): Promise<Reply<typeof listGrantQueue>> {
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
  const clean = rows.filter(row => mayBeClean(row, client))
  const payees = await listPayees(
    db,
    clean.map(row => row.charity_id),
    eftPaymentTypeCode,
  )
  return { data: rows.map(row => rowOf(row, payees, client, Date.parse(today))), meta }
}

type Client = ContextOf<typeof listGrantQueue>['client']

function rowOf(
  row: QueueRecord,
  payees: ReadonlyMap<string, PayeeEvidence>,
  client: Client,
  todayMs: number,
): QueueRow {
  const isClean = mayBeClean(row, client)
  const payee = isClean ? payees.get(row.charity_id) : undefined
  const approved = row.approved_at === null ? [] : [{ transition: 'approve' as const, at: row.approved_at }]
  return {
    ...grantRowResponse(row, client),
    fundId: Number(row.fund_id),
    accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
    donorName: row.donor_name,
    held: paymentViolation(row, row.account_status),
    isOnHold: row.held_at !== null,
    ageDays: Math.max(0, (todayMs - Date.parse(row.recommended_on)) / dayMs),
    owner: row.owner_id === null ? null : { userId: row.owner_id, name: row.owner_name ?? '' },
    dueOn: staffDueOn(row, approved, row.held_at, client),
    mayBeClean: isClean,
    payeeDigest: payee ? payeeDigest(payee) : null,
  }
}

/** Whether a row can be offered for the approval of several at once; each is checked in full when it is approved. */
const mayBeClean = (row: QueueRecord, { dualControlFromMinor }: Client): boolean =>
  undecidedStatuses.includes(row.transaction_status_code) &&
  row.review_state === null &&
  row.held_at === null &&
  row.benefit_answer === null &&
  row.outcome_then === 'yes' &&
  row.account_status === 'Active' &&
  row.amount_minor < dualControlFromMinor

export async function exportQueue(
  { query: { format, ...query } }: HandlerInput<typeof exportGrantQueue>,
  context: ContextOf<typeof exportGrantQueue>,
): Promise<Reply<typeof exportGrantQueue>> {
  return await exportList({
    ...context,
    list: grantQueueList,
    format,
    fileName: `grants-${query.queue}`,
    sheet: 'Grants',
    readPage: page => grantQueue({ query: { ...query, ...page } }, context),
  })
}
