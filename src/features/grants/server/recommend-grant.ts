import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, formatDate, type IsoDate } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { type CommandSource, recordCommand } from '../../../server/audit/record-command.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { findCharityStatus, requireSelectable } from '../../charities/server/charity-status.ts'
import {
  benefitAnswerToStore,
  grantViolations,
  overAvailableBalance,
  repeatDays,
  repeatQuestion,
  storedPurposeText,
} from '../domain/grant-rules.ts'
import type { StoredBenefitAnswer } from '../domain/purpose-check.ts'
import type { recommendGrant as recommendEndpoint } from '../grants.contract.ts'
import { type AdviceColumns, adviceColumns, advisedActor } from './advice.ts'
import { findRecommended, type GrantRecord } from './grants.queries.ts'
import type { StepActor } from './record-history-entry.ts'
import { requireActiveFund } from './require-active-fund.ts'
import {
  type BookOfClient,
  booksOf,
  reachesStepUp,
  stepUpPeriod,
  withRecommenderLock,
} from './step-up-sum.ts'
import { columnsOf, storeGrant } from './store-grant.ts'

export type Recommendation = HandlerInput<typeof recommendEndpoint>['body']['data']['attributes'] & {
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
  /** Whose command it is, for the audit log. */
  source: CommandSource
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
  const { client, book, now } = settings
  const checked = checkRecommendation(recommendation, client, book)
  const actor = await advisedActor(db, accountId, recommendation, settings)
  const charity = requireSelectable(await findCharityStatus(db, checked.charityId, now), client)
  try {
    return await withRecommenderLock(
      booksOf(db, settings),
      actor,
      accountId,
      async ({ trx, books, fundStatus }) => {
        const period = stepUpPeriod(actor, now)
        const before = await readBefore(trx, accountId, checked, { ...period, today: settings.today })
        if (before.grant_id !== null) return requireSame(before, checked, adviceColumns(actor.advice ?? null))
        requireActiveFund(fundStatus, actor)
        if (!checked.repeatConfirmed && before.repeats_on !== null)
          throw fieldProblem('repeatConfirmed', repeatQuestion(formatDate(before.repeats_on, client.locale)))
        // The last check, so that a form with an error does not ask for verification.
        if (await reachesStepUp(books, period, checked.amountMinor, before.sum_minor))
          settings.requireVerification()
        const grantId = await storeGrant(trx, accountId, checked, charity, {
          ...settings,
          actor,
          from: { kind: 'form' },
        })
        await recordCommand(trx, 'grant-recommended', settings.source, {
          ...{ account: accountId, grantId, amountMinor: checked.amountMinor },
        })
        return grantId
      },
    )
  } catch (error) {
    if (violates(error, 'available_balance_not_negative'))
      throw fieldProblem('amountMinor', overAvailableBalance)
    throw error
  }
}

type Before = { people: readonly string[]; since: Date; today: IsoDate }

/** What the book knows that concerns this recommendation. The fund is locked, so of two concurrent requests the second finds the first's grant. */
async function readBefore(
  trx: Kysely<DB>,
  accountId: string,
  { idempotencyKey, charityId, amountMinor }: CheckedRecommendation,
  { people, since, today }: Before,
) {
  const repeatSince = addDays(today, -repeatDays)
  const [before] = await findRecommended(
    trx,
    people,
    since,
    accountId,
    idempotencyKey,
    charityId,
    amountMinor,
    repeatSince,
  )
  invariant(before, 'the statement returns a row')
  return before
}

/** The id of the grant that this idempotency key created. The same recommendation again is harmless; another one with the same key is a conflict. */
function requireSame(earlier: GrantRecord, checked: CheckedRecommendation, advice: AdviceColumns): string {
  const sent = { charity_id: checked.charityId, ...columnsOf(checked), ...advice }
  const names = keysOf(sent)
  if (names.some(name => earlier[name] !== sent[name]))
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
    maxAmountMinor: client.maxAmountMinor,
    wholeUnitsOnly: client.wholeUnitsOnly,
    availableMinor: null,
    currency: book.currency,
    locale: client.locale,
  })
  if (violation) throw fieldProblem(violation.field, violation.message)
  return { ...input, benefitAnswer: benefitAnswerToStore(input) }
}
