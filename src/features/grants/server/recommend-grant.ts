import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, formatDate, type IsoDate } from '../../../domain/dates.ts'
import { formatMoney, minorPerUnit } from '../../../domain/money.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { Book, Client } from '../../../tenants/client.ts'
import { type CharityStanding, findCharityStanding } from '../../charities/server/charity-standing.ts'
import { reservePostings } from '../../ledger/domain/postings.ts'
import { postEntry, violates } from '../../ledger/server/post-entry.ts'
import { type Naming, type Purpose, purposeObjection } from '../domain/purpose.ts'
import { findRepeat } from './grants.queries.ts'
import { recordStep, type StepActor } from './record-step.ts'

export type Recommendation = {
  charityId: string
  amountMinor: bigint
  purposeCode: Purpose
  purposeText: string | null
  namingCode: Naming
  certified: boolean
  repeatConfirmed: boolean
  idempotencyKey: string
}

export type RecommendSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  actor: StepActor
  /** Throws `step-up-needed` unless the actor has just proved that it is them; called from the client's threshold on. */
  requireProof: () => void
  /** False for what is recorded after the event, of which nobody is to be told as news. Default: true. */
  notify?: boolean
}

/** Days within which the same charity and amount is asked about once more (open-points 6). */
const repeatDays = 30

/**
 * Recommends a one-time grant from a fund: checks it, writes it with its first step, sets the amount aside in the
 * ledger and tells the donor, all or nothing, in the caller's transaction where there is one. Answers the grant's id; a repeat with the same key answers the first's.
 * Throws `validation` by field, `step-up-needed`, `conflict` where the key was used for another recommendation.
 */
export async function recommendGrant(
  db: Kysely<DB>,
  accountId: string,
  given: Recommendation,
  settings: RecommendSettings,
): Promise<string> {
  const asked = { ...given, purposeText: given.purposeText?.trim() || null }
  checkWords(asked, settings.client, settings.book)
  const standing = await findCharityStanding(db, asked.charityId, settings.now)
  const charity = selectable(standing, settings.client)
  if (!asked.repeatConfirmed) await askAboutRepeat(db, accountId, asked, settings)
  // After everything that the form can be refused for: nobody proves who they are only to be told of a mistake.
  if (asked.amountMinor >= settings.client.stepUpFromMinor) settings.requireProof()
  try {
    return await inTransaction(db, async trx => await write(trx, accountId, asked, charity, settings))
  } catch (error) {
    if (violates(error, 'available_not_below_zero')) {
      throw fieldProblem('amountMinor', 'This is more than the available balance')
    }
    throw error
  }
}

async function write(
  trx: Kysely<DB>,
  accountId: string,
  asked: Recommendation,
  charity: CharityStanding,
  { client, book, today, now, actor, notify = true }: RecommendSettings,
): Promise<string> {
  const grantId = randomUUIDv7()
  const inserted = await trx
    .insertInto('grant_recommendation')
    .values({
      grant_id: grantId,
      account_id: accountId,
      charity_id: charity.charityId,
      charity_name: charity.name,
      amount_minor: asked.amountMinor,
      purpose_code: asked.purposeCode,
      purpose_text: asked.purposeText,
      naming_code: asked.namingCode,
      certified_at: now,
      recommended_by: actor.userId,
      on_behalf_of: actor.onBehalfOf ?? null,
      recommended_on: today,
      created_at: now,
      idempotency_key: asked.idempotencyKey,
    })
    .onConflict(conflict => conflict.columns(['book', 'account_id', 'idempotency_key']).doNothing())
    .executeTakeFirstOrThrow()
  if (inserted.numInsertedOrUpdatedRows === 0n) return await earlierGrant(trx, accountId, asked)
  const entry = await setAside(trx, accountId, grantId, asked.amountMinor, { client, book, today, actor })
  const waits = entry === null
  const reviewState = waits ? 'waiting_for_funds' : null
  if (waits) {
    await trx
      .updateTable('grant_recommendation')
      .set({ transaction_status_code: 2, review_state: reviewState })
      .where('grant_id', '=', grantId)
      .execute()
  }
  const step = await recordStep(trx, {
    grantId,
    transition: 'recommend',
    from: null,
    to: waits ? 2 : 1,
    reviewState,
    actor,
    reason: null,
    evidence: charity.evidence,
    entryId: entry?.entryId ?? null,
    at: now,
  })
  if (notify)
    await addJob(trx, 'mail-grant-step', { client: client.name, grantId, step, transition: 'recommend' })
  return grantId
}

/**
 * Sets the amount aside from the available balance. Null where there is not enough and the client lets grants wait: the
 * ledger decides, for a balance that was read beforehand may have fallen meanwhile.
 */
async function setAside(
  trx: Kysely<DB>,
  accountId: string,
  grantId: string,
  amountMinor: bigint,
  { client, book, today, actor }: Pick<RecommendSettings, 'client' | 'book' | 'today' | 'actor'>,
): Promise<{ entryId: string } | null> {
  const post = () =>
    postEntry(trx, {
      kind: 'grant_recommended',
      currency: book.currency,
      effectiveDate: today,
      grantId,
      actorUserId: actor.userId,
      onBehalfOfUserId: actor.onBehalfOf ?? null,
      postings: reservePostings(accountId, amountMinor),
    })
  if (client.overBalance === 'block') return await post()
  await sql`savepoint set_aside`.execute(trx)
  try {
    return await post()
  } catch (error) {
    if (!violates(error, 'available_not_below_zero')) throw error
    await sql`rollback to savepoint set_aside`.execute(trx)
    return null
  }
}

/** The grant that this key made before: the same recommendation again is harmless, another one is a conflict. */
async function earlierGrant(trx: Kysely<DB>, accountId: string, asked: Recommendation): Promise<string> {
  const earlier = await trx
    .selectFrom('grant_recommendation')
    .select(['grant_id', 'charity_id', 'amount_minor', 'purpose_code', 'purpose_text', 'naming_code'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', asked.idempotencyKey)
    .executeTakeFirstOrThrow()
  const same =
    earlier.charity_id === asked.charityId &&
    earlier.amount_minor === asked.amountMinor &&
    earlier.purpose_code === asked.purposeCode &&
    earlier.purpose_text === asked.purposeText &&
    earlier.naming_code === asked.namingCode
  if (!same)
    throw new Problem('conflict', { detail: 'This draft was already submitted with other contents.' })
  return earlier.grant_id
}

/** What of a recommendation can be judged by itself. Throws `validation` by field. */
export function checkWords(
  asked: Pick<Recommendation, 'amountMinor' | 'certified' | 'purposeCode' | 'purposeText'>,
  client: Client,
  book: Book,
): void {
  const minimum = client.minimumGrantMinor
  if (asked.amountMinor < minimum) {
    const least = formatMoney(minimum, book.currency, client.locale, { wholeUnitsWhenRound: true })
    throw fieldProblem('amountMinor', `The smallest grant is ${least}`)
  }
  if (client.wholeUnitsOnly && asked.amountMinor % minorPerUnit !== 0n)
    throw fieldProblem('amountMinor', book.currency === 'USD' ? 'Enter whole dollars' : 'Enter whole pounds')
  if (!asked.certified)
    throw fieldProblem('certified', 'Certify that the grant brings no benefit and meets no pledge')
  if (asked.purposeCode === 'where_needed') {
    if (asked.purposeText !== null) throw fieldProblem('purposeText', 'This purpose takes no further words')
    return
  }
  if (asked.purposeText === null) throw fieldProblem('purposeText', 'Say for whom or for what the grant is')
  const objection = purposeObjection(asked.purposeText)
  if (objection) throw fieldProblem('purposeText', objection)
}

/** §4 and open-points 6: the charity may receive a grant from this book's client. */
export function selectable(standing: CharityStanding | undefined, client: Client): CharityStanding {
  if (!standing || !client.charityRegisters.includes(standing.register))
    throw fieldProblem('charityId', 'Choose a charity from the register')
  if (standing.refusedByStaff)
    throw fieldProblem(
      'charityId',
      "Due to an issue with the charity's status, we cannot process your grant recommendation at this time.",
    )
  if (standing.eligibility.outcome === 'no') throw fieldProblem('charityId', standing.eligibility.sentence)
  return standing
}

async function askAboutRepeat(
  db: Kysely<DB>,
  accountId: string,
  asked: Recommendation,
  { client, today }: RecommendSettings,
): Promise<void> {
  const repeat = await findRepeat(db, {
    accountId,
    charityId: asked.charityId,
    amountMinor: asked.amountMinor,
    since: addDays(today, -repeatDays),
    exceptKey: asked.idempotencyKey,
  })
  if (repeat) {
    const day = formatDate(repeat.recommended_on as IsoDate, client.locale)
    throw fieldProblem(
      'repeatConfirmed',
      `You recommended the same amount to this charity on ${day}. Recommend it again?`,
    )
  }
}
