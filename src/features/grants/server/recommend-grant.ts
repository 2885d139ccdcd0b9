import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, formatDate, type IsoDate } from '../../../domain/dates.ts'
import { inSavepoint } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { grantIssueSentence } from '../../charities/domain/issue-texts.ts'
import { type CharityStatus, findCharityStatus } from '../../charities/server/charity-status.ts'
import { reservePostings } from '../../ledger/domain/postings.ts'
import { postEntry, violates } from '../../ledger/server/post-entry.ts'
import { fundStatusViolation } from '../domain/fund-status.ts'
import {
  benefitAnswerToStore,
  grantViolations,
  overAvailableBalance,
  repeatDays,
  repeatQuestion,
  storedPurposeText,
} from '../domain/grant-rules.ts'
import type { Naming, Purpose } from '../domain/purpose.ts'
import type { BenefitAnswer, StoredBenefitAnswer } from '../domain/purpose-check.ts'
import { findGrantByKey, findRepeat, insertGrant, lockFund, updateGrant } from './grants.queries.ts'
import { mailGrantStep } from './mail-grant-step.ts'
import { recordHistoryEntry, type StepActor } from './record-history-entry.ts'
import { type BookOfClient, reachesStepUp, withRecommenderLock } from './step-up-sum.ts'

export type Recommendation = {
  charityId: string
  amountMinor: bigint
  purposeCode: Purpose
  purposeText: string | null
  /** The answer to the question that the purpose raises; null where it raises none. */
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
  /** The client's other book, whose grants count towards the step-up threshold too; null at a client of one book. */
  otherBook: BookOfClient | null
  /** Throws `step-up-needed` unless the actor has just verified their identity. Called from the client's threshold on. */
  requireVerification: () => void
}

/**
 * Recommends a one-time grant from a fund: checks it, stores it with its first history entry, sets the amount aside in the
 * ledger and mails the donor, all in one transaction (the caller's, if there is one). Returns the grant's id; a repeat with
 * the same idempotency key returns the id of the first. Throws `validation` by field, `step-up-needed`, `access-denied`
 * where the fund is not active, `not-found` for an unknown fund, `conflict` where the key was used for another recommendation.
 */
export async function recommendGrant(
  db: Kysely<DB>,
  accountId: string,
  recommendation: Recommendation,
  settings: RecommendSettings,
): Promise<string> {
  const { client, book, actor, now, otherBook: other } = settings
  const checked = checkRecommendation(recommendation, client, book)
  const charity = requireSelectable(await findCharityStatus(db, checked.charityId, now), client)
  const own = { name: book.name, db, stepUpFromMinor: client.stepUpFromMinor }
  try {
    return await withRecommenderLock({ own, other }, actor, async (trx, otherDb) => {
      const fund = await lockFund(trx, accountId)
      if (!fund) throw new Problem('not-found')
      const earlier = await earlierGrant(trx, accountId, checked)
      if (earlier !== null) return earlier
      const violation = fundStatusViolation(fund.account_status)
      if (violation !== null) throw new Problem('access-denied', { detail: violation })
      if (!checked.repeatConfirmed) await requireNoRepeat(trx, accountId, checked, settings)
      // The last check, so that a form with an error does not ask for verification.
      const books = { own: { ...own, db: trx }, other: other && otherDb && { ...other, db: otherDb } }
      if (await reachesStepUp(books, actor, checked.amountMinor, now)) settings.requireVerification()
      return await storeGrant(trx, accountId, checked, charity, settings)
    })
  } catch (error) {
    if (violates(error, 'available_balance_not_negative'))
      throw fieldProblem('amountMinor', overAvailableBalance)
    throw error
  }
}

async function storeGrant(
  trx: Kysely<DB>,
  accountId: string,
  checked: CheckedRecommendation,
  charity: CharityStatus,
  { client, book, today, now, actor }: RecommendSettings,
): Promise<string> {
  const grantId = randomUUIDv7()
  await insertGrant(trx, {
    grant_id: grantId,
    account_id: accountId,
    charity_id: charity.charityId,
    charity_name: charity.name,
    amount_minor: checked.amountMinor,
    purpose_code: checked.purposeCode,
    purpose_text: checked.purposeText,
    benefit_answer: checked.benefitAnswer,
    naming_code: checked.namingCode,
    certified_at: now,
    recommended_by: actor.userId,
    on_behalf_of: actor.onBehalfOf ?? null,
    recommended_on: today,
    created_at: now,
    idempotency_key: checked.idempotencyKey,
  })
  const entry = await reserve(trx, accountId, grantId, checked.amountMinor, { client, book, today, actor })
  const waits = entry === null
  const status = waits ? 2 : 1
  const reviewState = waits ? 'waiting_for_funds' : null
  if (waits) await updateGrant(trx, grantId, { transaction_status_code: status, review_state: reviewState })
  const step = await recordHistoryEntry(trx, {
    grantId,
    transition: 'recommend',
    from: null,
    to: status,
    reviewState,
    outcome: null,
    actor,
    reason: null,
    message: null,
    evidence: charity.evidence,
    entryId: entry?.entryId ?? null,
    at: now,
  })
  await addJob(trx, mailGrantStep, { client: client.name, grantId, step, transition: 'recommend' })
  return grantId
}

/**
 * Sets the amount aside from the available balance. Null where the balance is too low and the client lets grants wait. The
 * ledger decides, because a balance that was read beforehand may have fallen since.
 */
async function reserve(
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
  try {
    return await inSavepoint(trx, post)
  } catch (error) {
    if (!violates(error, 'available_balance_not_negative')) throw error
    return null
  }
}

/**
 * The id of the grant that this idempotency key created, or null. The same recommendation again is harmless; another one
 * with the same key is a conflict. The fund is locked, so of two concurrent requests the second finds the first's grant.
 */
async function earlierGrant(
  trx: Kysely<DB>,
  accountId: string,
  checked: CheckedRecommendation,
): Promise<string | null> {
  const earlier = await findGrantByKey(trx, accountId, checked.idempotencyKey)
  if (!earlier) return null
  const isSame =
    earlier.charity_id === checked.charityId &&
    earlier.amount_minor === checked.amountMinor &&
    earlier.purpose_code === checked.purposeCode &&
    earlier.purpose_text === checked.purposeText &&
    earlier.benefit_answer === checked.benefitAnswer &&
    earlier.naming_code === checked.namingCode
  if (!isSame)
    throw new Problem('conflict', { detail: 'This draft was already submitted with different details.' })
  return earlier.grant_id
}

/** Checks the rules that need no database, and returns the recommendation as it is stored. Throws `validation` by field. */
export function checkRecommendation<Input extends Omit<Recommendation, 'repeatConfirmed' | 'idempotencyKey'>>(
  recommendation: Input,
  client: Client,
  book: Book,
): Omit<Input, 'benefitAnswer'> & { benefitAnswer: StoredBenefitAnswer | null } {
  const input = { ...recommendation, purposeText: storedPurposeText(recommendation) }
  const [violation] = grantViolations(input, {
    minimumMinor: client.minimumGrantMinor,
    wholeUnitsOnly: client.wholeUnitsOnly,
    availableMinor: null,
    currency: book.currency,
    locale: client.locale,
  })
  if (violation) throw fieldProblem(violation.field, violation.message)
  return { ...input, benefitAnswer: benefitAnswerToStore(input) }
}

/** The charity, if it may receive a grant from this client (§4). Throws `validation` otherwise. */
export function requireSelectable(charity: CharityStatus | undefined, client: Client): CharityStatus {
  if (!charity || !client.charityRegisters.includes(charity.register))
    throw fieldProblem('charityId', 'Choose a charity from the register')
  if (charity.refusedByStaff) throw fieldProblem('charityId', grantIssueSentence)
  if (charity.eligibility.outcome === 'no') throw fieldProblem('charityId', charity.eligibility.sentence)
  return charity
}

/** Throws `validation` with a question where the same amount was recommended to the same charity within 30 days. */
async function requireNoRepeat(
  trx: Kysely<DB>,
  accountId: string,
  { charityId, amountMinor }: CheckedRecommendation,
  { client, today }: RecommendSettings,
): Promise<void> {
  const since = addDays(today, -repeatDays)
  const repeat = await findRepeat(trx, { accountId, charityId, amountMinor, since })
  if (!repeat) return
  const day = formatDate(repeat.recommended_on, client.locale)
  throw fieldProblem('repeatConfirmed', repeatQuestion(day))
}
