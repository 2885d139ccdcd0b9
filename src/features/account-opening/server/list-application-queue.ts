import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../review.contract.ts'
import type { QueuedApplication } from '../review.contract.ts'
import { ownershipOf } from './ownership-of.ts'
import type { QueueRow } from './queue.queries.ts'
import { listQueueRows, queueKeysets } from './queue.queries.ts'
import { donorsOf } from './show-application.ts'

type Context = ContextOf<typeof contract.listApplicationQueue>

const daysFrom = (since: IsoDate, today: IsoDate): number =>
  Math.max(0, (Date.parse(today) - Date.parse(since)) / dayMs)

const queuedOf = (row: QueueRow, { client, today }: Pick<Context, 'client' | 'today'>): QueuedApplication => {
  const since = dateOf(row.since, client.timeZone)
  return {
    applicationId: row.application_id,
    reference: Number(row.reference),
    since,
    ageDays: daysFrom(since, today),
    accountName: row.draft.account.accountName,
    donors: donorsOf(row.draft),
    startedBy: row.started_by_name,
    state: row.state,
    ...ownershipOf(row),
  }
}

type Query = HandlerInput<typeof contract.listApplicationQueue>['query']

/** The applications that wait for staff, oldest first. */
export async function listApplicationQueue(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'state' | 'mine'> },
  { db, actor, client, today }: Context,
): Promise<Reply<typeof contract.listApplicationQueue>> {
  const page = keysetPage({ query, defaultSort: 'since', keysetsOf: queueKeysets })
  const search = {
    keywords: query.keywords,
    state: query.state ?? null,
    ownerId: query.mine ? actor.userId : null,
  }
  const found = await listQueueRows(db, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => queuedOf(row, { client, today })), meta }
}
