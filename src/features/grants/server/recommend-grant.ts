import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, formatDate, type IsoDate } from '../../../domain/dates.ts'
import { formatMoney, minorPerUnit } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type CharityStatus, findCharityStatus } from '../../charities/server/charity-status.ts'
import { reservePostings } from '../../ledger/domain/postings.ts'
import { postEntry, violates } from '../../ledger/server/post-entry.ts'
import { fundStatusViolation } from '../domain/fund-status.ts'
import type { Naming, Purpose } from '../domain/purpose.ts'
import {
  type BenefitAnswer,
  benefitRefusal,
  checkPurpose,
  type StoredBenefitAnswer,
} from '../domain/purpose-check.ts'
import { findRepeat, lockFund } from './grants.queries.ts'
import { mailGrantStep } from './mail-grant-step.ts'
import { type BookOfClient, reachesStepUp, recommendingAlone } from './recommended-lately.ts'
import { recordHistoryEntry, type StepActor } from './record-history-entry.ts'

export type Recommendation = {
  charityId: string
  amountMinor: bigint
  purposeCode: Purpose
  purposeText: string | null
  /** What the donor answered where the purpose only hints at a benefit; null where nothing was asked. */
  benefitAnswer: BenefitAnswer | null
  namingCode: Naming
  certified: boolean
  repeatConfirmed: boolean
  idempotencyKey: string
}

type CheckedRecommendation = Omit<Recommendation, 'benefitAnswer'> & {
  benefitAnswer: StoredBenefitAnswer | null
}

export type RecommendSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  actor: StepActor
  /** At a client of two books the other one, whose grants count towards the client's threshold too. */
  otherBook: BookOfClient | null
  /** Throws `step-up-needed` unless the actor has just proved that it is them; called from the client's threshold on. */
  requireVerification: () => void
  /** False for what is recorded after the event, of which nobody is to be told as news. Default: true. */
  notify?: boolean
}

/** Days within which the same charity and amount is asked about once more (open-points 6). */
const repeatDays = 30

/**
 * Recommends a one-time grant from a fund: checks it, writes it with its first step, sets the amount aside in the
 * ledger and tells the donor, all or nothing, in the caller's transaction where there is one. Answers the grant's id; a repeat with the same key answers the first's.
 * Throws `validation` by field, `step-up-needed`, `access-denied` where the fund is not active, `not-found` for an unknown fund,
 * `conflict` where the key was used for another recommendation.
 */
export async function recommendGrant(
  db: Kysely<DB>,
  accountId: string,
  given: Recommendation,
  settings: RecommendSettings,
): Promise<string> {
  const { client, book, actor, now, otherBook: other } = settings
  const trimmed = { ...given, purposeText: given.purposeText?.trim() || null }
  const asked = { ...trimmed, benefitAnswer: checkWords(trimmed, client, book) }
  const charityStatus = await findCharityStatus(db, asked.charityId, now)
  const charity = selectable(charityStatus, client)
  const own = { name: book.name, db, stepUpFromMinor: client.stepUpFromMinor }
  try {
    return await recommendingAlone({ own, other }, actor, async (trx, otherDb) => {
      const fund = await lockFund(trx, accountId)
      if (!fund) throw new Problem('not-found')
      const earlier = await earlierGrant(trx, accountId, asked)
      if (earlier !== null) return earlier
      const violation = fundStatusViolation(fund.account_status)
      if (violation !== null) throw new Problem('access-denied', { detail: violation })
      if (!asked.repeatConfirmed) await askAboutRepeat(trx, accountId, asked, settings)
      // After everything that the form can be refused for: nobody proves who they are only to be told of a mistake.
      const books = { own: { ...own, db: trx }, other: other && otherDb && { ...other, db: otherDb } }
      if (await reachesStepUp(books, actor, asked.amountMinor, now)) settings.requireVerification()
      return await write(trx, accountId, asked, charity, settings)
    })
  } catch (error) {
    if (violates(error, 'available_balance_not_negative')) {
      throw fieldProblem('amountMinor', 'This is more than the available balance')
    }
    throw error
  }
}

async function write(
  trx: Kysely<DB>,
  accountId: string,
  asked: CheckedRecommendation,
  charity: CharityStatus,
  { client, book, today, now, actor, notify = true }: RecommendSettings,
): Promise<string> {
  const grantId = randomUUIDv7()
  await trx
    .insertInto('grant_recommendation')
    .values({
      grant_id: grantId,
      account_id: accountId,
      charity_id: charity.charityId,
      charity_name: charity.name,
      amount_minor: asked.amountMinor,
      purpose_code: asked.purposeCode,
      purpose_text: asked.purposeText,
      benefit_answer: asked.benefitAnswer,
      naming_code: asked.namingCode,
      certified_at: now,
      recommended_by: actor.userId,
      on_behalf_of: actor.onBehalfOf ?? null,
      recommended_on: today,
      created_at: now,
      idempotency_key: asked.idempotencyKey,
    })
    .execute()
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
  const step = await recordHistoryEntry(trx, {
    grantId,
    transition: 'recommend',
    from: null,
    to: waits ? 2 : 1,
    reviewState,
    outcome: null,
    actor,
    reason: null,
    message: null,
    evidence: charity.evidence,
    entryId: entry?.entryId ?? null,
    at: now,
  })
  if (notify)
    await addJob(trx, mailGrantStep, { client: client.name, grantId, step, transition: 'recommend' })
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
    if (!violates(error, 'available_balance_not_negative')) throw error
    await sql`rollback to savepoint set_aside`.execute(trx)
    return null
  }
}

/**
 * The grant that this key made before, or null: the same recommendation again is harmless, another one is a conflict. The fund
 * is locked, so of two at once the second finds what the first made.
 */
async function earlierGrant(
  trx: Kysely<DB>,
  accountId: string,
  asked: CheckedRecommendation,
): Promise<string | null> {
  const earlier = await trx
    .selectFrom('grant_recommendation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', asked.idempotencyKey)
    .executeTakeFirst()
  if (!earlier) return null
  const same =
    earlier.charity_id === asked.charityId &&
    earlier.amount_minor === asked.amountMinor &&
    earlier.purpose_code === asked.purposeCode &&
    earlier.purpose_text === asked.purposeText &&
    earlier.benefit_answer === asked.benefitAnswer &&
    earlier.naming_code === asked.namingCode
  if (!same)
    throw new Problem('conflict', { detail: 'This draft was already submitted with other contents.' })
  return earlier.grant_id
}

/** What of a recommendation can be judged by itself. Returns the answer to store with it. Throws `validation` by field. */
export function checkWords(
  asked: Pick<Recommendation, 'amountMinor' | 'certified' | 'purposeCode' | 'purposeText' | 'benefitAnswer'>,
  client: Client,
  book: Book,
): StoredBenefitAnswer | null {
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
    return null
  }
  if (asked.purposeText === null) throw fieldProblem('purposeText', 'Say for whom or for what the grant is')
  return answerToStore(asked.purposeCode, asked.purposeText, asked.benefitAnswer)
}

/** The answer to the question that the text raises; null where it raises none, whatever was sent. */
function answerToStore(
  purposeCode: Purpose,
  purposeText: string,
  answer: BenefitAnswer | null,
): StoredBenefitAnswer | null {
  const check = checkPurpose(purposeCode, purposeText)
  if (check.kind === 'refused') throw fieldProblem('purposeText', check.sentence)
  if (check.kind === 'fine') return null
  if (answer === null) throw fieldProblem('benefitAnswer', check.question)
  if (answer === 'received') throw fieldProblem('benefitAnswer', benefitRefusal)
  return answer
}

/** §4 and open-points 6: the charity may receive a grant from this book's client. */
export function selectable(charityStatus: CharityStatus | undefined, client: Client): CharityStatus {
  if (!charityStatus || !client.charityRegisters.includes(charityStatus.register))
    throw fieldProblem('charityId', 'Choose a charity from the register')
  if (charityStatus.refusedByStaff)
    throw fieldProblem(
      'charityId',
      "Due to an issue with the charity's status, we cannot process your grant recommendation at this time.",
    )
  if (charityStatus.eligibility.outcome === 'no')
    throw fieldProblem('charityId', charityStatus.eligibility.sentence)
  return charityStatus
}

async function askAboutRepeat(
  db: Kysely<DB>,
  accountId: string,
  asked: CheckedRecommendation,
  { client, today }: RecommendSettings,
): Promise<void> {
  const repeat = await findRepeat(db, {
    accountId,
    charityId: asked.charityId,
    amountMinor: asked.amountMinor,
    since: addDays(today, -repeatDays),
  })
  if (repeat) {
    const day = formatDate(repeat.recommended_on as IsoDate, client.locale)
    throw fieldProblem(
      'repeatConfirmed',
      `You recommended the same amount to this charity on ${day}. Recommend it again?`,
    )
  }
}
