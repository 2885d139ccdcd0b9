import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { staffStateLabels } from '../domain/application.ts'
import { applicationQueueList } from '../queue.list.ts'
import type {
  ApplicationReview,
  askApplicant,
  claimApplication,
  Duplicate,
  declineApplication,
  exportApplicationQueue,
  findDuplicates,
  getApplicationReview,
  listApplicationQueue,
  QueuedApplication,
} from '../review.contract.ts'
import {
  type ApplicationRow,
  addEvent,
  eventsOf,
  lockApplication,
  updateApplication,
} from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { findApplicationDuplicates } from './find-duplicates.ts'
import { mailApplication } from './mail-application.ts'
import { listQueueRows, type QueueRow, queueKeysets } from './queue.queries.ts'
import { donorsOf, toResponse } from './show-application.ts'
import { signersOf } from './signers.queries.ts'
import { eventBy } from './start-application.ts'

type Context = ContextOf<typeof listApplicationQueue>
type Query = HandlerInput<typeof listApplicationQueue>['query']

const maxEvents = 200

/** The applications that wait for staff, oldest first. */
export async function showQueue(
  { query }: { query: Pick<Query, 'first' | 'after' | 'sort' | 'keywords' | 'state' | 'mine'> },
  { db, actor, client, today }: Context,
): Promise<Reply<typeof listApplicationQueue>> {
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
    owner: row.owner_name,
  }
}

const daysFrom = (since: IsoDate, today: IsoDate): number =>
  Math.max(0, (Date.parse(today) - Date.parse(since)) / dayMs)

export async function exportQueue(
  { query: { format, ...query } }: HandlerInput<typeof exportApplicationQueue>,
  context: ContextOf<typeof exportApplicationQueue>,
): Promise<Reply<typeof exportApplicationQueue>> {
  return await exportList({
    ...context,
    list: applicationQueueList,
    format,
    fileName: 'applications',
    sheet: 'Applications',
    readPage: page => showQueue({ query: { ...query, ...page } }, context),
  })
}

export async function showReview(
  { params }: HandlerInput<typeof getApplicationReview>,
  context: OpeningContext,
): Promise<Reply<typeof getApplicationReview>> {
  const seen = await findVisibleApplication(params.applicationId, context)
  const { row } = seen
  const events = await eventsOf(context.db, row.application_id, maxEvents)
  return {
    application: await toResponse(seen, context),
    owner: row.owner_name,
    isOwn: row.owner_id === context.actor.userId,
    violation: await decisionViolation(context.db, row, context),
    // find-duplicates.ts is the only writer.
    duplicates: (row.duplicates ?? []) as Duplicate[],
    duplicatesFoundAt: row.duplicates_found_at?.toISOString() ?? null,
    events: events.map(({ kind, by_name: by, text, at }) => ({
      kind,
      sentence: eventSentences[kind],
      by,
      at: at.toISOString(),
      text,
    })),
  }
}

const eventSentences: Record<Awaited<ReturnType<typeof eventsOf>>[number]['kind'], string> = {
  started: 'Started the application',
  'sent-to-sign': 'Sent it for signature',
  signed: 'Signed',
  'signature-declined': 'Declined to sign',
  submitted: 'Everyone has signed',
  asked: 'Asked a question',
  answered: 'Answered the question',
  'returned-to-draft': 'Withdrew it to change it',
  withdrawn: 'Withdrew it',
  claimed: 'Claimed it',
  released: 'Returned it to the queue',
  accepted: 'Accepted it',
  declined: 'Declined it',
  erased: 'Erased it',
}

/** Why the caller cannot decide an application; null: they can. Nobody decides an application that they started or signed (§14). */
async function decisionViolation(
  db: Kysely<DB>,
  row: ApplicationRow,
  { actor }: Pick<OpeningContext, 'actor'>,
): Promise<string | null> {
  if (row.started_by === actor.userId) return 'You started this application, so a colleague has to decide it.'
  const signers = await signersOf(db, row)
  const isInIt =
    signers.some(({ user_id: id }) => id === actor.userId) ||
    row.draft.advisor.email.trim().toLowerCase() === actor.email.toLowerCase()
  if (isInIt) return 'This application names you, so a colleague has to decide it.'
  if (row.state === 'submitted' || row.state === 'asked') return null
  return `This application cannot be decided: ${staffStateLabels[row.state].toLowerCase()}.`
}

/** Runs a change of the caller's as a reviewer in a transaction that holds the application's lock, and shows it after that. */
async function changeAsReviewer(
  applicationId: string,
  context: OpeningContext,
  change: (trx: Kysely<DB>, row: ApplicationRow) => Promise<void>,
): Promise<ApplicationReview> {
  await findVisibleApplication(applicationId, context)
  await context.db.transaction().execute(async trx => {
    const row = await lockApplication(trx, applicationId)
    if (!row) throw new Problem('not-found')
    await change(trx, row)
  })
  return await showReview(
    { params: { applicationId }, query: undefined, body: undefined, upload: undefined },
    context,
  )
}

export async function claim(
  { params, body }: HandlerInput<typeof claimApplication>,
  context: ContextOf<typeof claimApplication>,
): Promise<Reply<typeof claimApplication>> {
  const { actor } = context
  const { claims } = body.data.attributes
  return await changeAsReviewer(params.applicationId, context, async (trx, row) => {
    if (claims === (row.owner_id === actor.userId)) return
    if (!claims) {
      await updateApplication(trx, row.application_id, { owner_id: null, owner_name: null })
      await addEvent(trx, row.application_id, eventBy(context, 'released'))
      return
    }
    await updateApplication(trx, row.application_id, { owner_id: actor.userId, owner_name: nameOf(actor) })
    await addEvent(trx, row.application_id, eventBy(context, 'claimed'))
  })
}

/** Adds the job that looks for duplicates: it belongs to the realm, whose books it reads. */
export async function requestDuplicateCheck(
  { params }: HandlerInput<typeof findDuplicates>,
  context: ContextOf<typeof findDuplicates>,
): Promise<Reply<typeof findDuplicates>> {
  const { row } = await findVisibleApplication(params.applicationId, context)
  const about = { book: context.book.name, applicationId: row.application_id }
  await addJob(context.realmDb, findApplicationDuplicates, about, { key: row.application_id })
  return {}
}

export async function ask(
  { params, body }: HandlerInput<typeof askApplicant>,
  context: ContextOf<typeof askApplicant>,
): Promise<Reply<typeof askApplicant>> {
  const { message } = body.data.attributes
  return await changeAsReviewer(params.applicationId, context, async (trx, row) => {
    if (row.state === 'asked' && row.message === message) return
    await requireDecidable(trx, row, context)
    if (row.state === 'asked')
      throw new Problem('conflict', { detail: 'A question is open already. Please wait for the answer.' })
    const at = context.clock.now()
    await updateApplication(trx, row.application_id, { state: 'asked', message, changed_at: at })
    await addEvent(trx, row.application_id, eventBy(context, 'asked', message))
    await addJob(trx, mailApplication, { applicationId: row.application_id, event: 'asked' })
  })
}

export async function decline(
  { params, body }: HandlerInput<typeof declineApplication>,
  context: ContextOf<typeof declineApplication>,
): Promise<Reply<typeof declineApplication>> {
  const { actor, clock } = context
  const { message } = body.data.attributes
  return await changeAsReviewer(params.applicationId, context, async (trx, row) => {
    if (row.state === 'declined' && row.decided_by === actor.userId) return
    await requireDecidable(trx, row, context)
    const at = clock.now()
    await updateApplication(trx, row.application_id, {
      state: 'declined',
      message,
      changed_at: at,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: at,
    })
    await addEvent(trx, row.application_id, eventBy(context, 'declined', message))
    await addJob(trx, mailApplication, { applicationId: row.application_id, event: 'declined' })
  })
}

/** @throws Problem access-denied for a person who is in it, conflict where it was decided. */
export async function requireDecidable(
  trx: Kysely<DB>,
  row: ApplicationRow,
  context: Pick<OpeningContext, 'actor'>,
): Promise<void> {
  const violation = await decisionViolation(trx, row, context)
  if (violation === null) return
  const isDecidable = row.state === 'submitted' || row.state === 'asked'
  throw new Problem(isDecidable ? 'access-denied' : 'conflict', { detail: violation })
}
