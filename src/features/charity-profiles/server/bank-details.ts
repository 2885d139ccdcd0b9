import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import type {
  BankDetails,
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
  proposeBankDetails,
} from '../bank-details.contract.ts'
import {
  type BankNumbers,
  bankDetailsWaitDays,
  bankNumberViolations,
  plainNumber,
} from '../domain/bank-numbers.ts'
import {
  type BankDetailsRecord,
  insertDetails,
  listDetails,
  lockDetails,
  updateDetails,
} from './bank-details.queries.ts'
import { encryptedDetails, isSame, openNumbers, othersWait } from './propose-corrections.ts'

type Context = BaseContext & { actor: Actor }

const ownDetails = 'You entered these details, so someone else has to confirm them after a call.'

/** The bank details of a charity of the client's registers. Throws `not-found`. */
export async function bankDetailsOf(
  { params: { charityId } }: Pick<HandlerInput<typeof listBankDetails>, 'params'>,
  context: Context,
): Promise<{ data: BankDetails[] }> {
  await requireCharity(charityId, context)
  const rows = await listDetails(context.realmDb, charityId)
  return { data: rows.map(row => response(row, context)) }
}

async function requireCharity(charityId: string, { db, client }: Context): Promise<void> {
  if (!(await findCharity(db, charityId, client.charityRegisters))) throw new Problem('not-found')
}

function response(row: BankDetailsRecord, { actor, client }: Context): BankDetails {
  return {
    detailsId: row.details_id,
    state: row.state,
    holderName: row.holder_name,
    lastFour: row.last_four,
    accountKind: row.account_kind,
    reason: row.reason,
    proposedByName: row.proposed_by_name,
    proposedAt: row.proposed_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    usableFrom: row.state === 'confirmed' ? usableFrom(row, client.timeZone) : null,
    mayDecide: row.state === 'proposed' ? confirmationRefusal(row, actor) : null,
  }
}

/** New details are not used for three days, so that a charity has time to object. */
const usableFrom = (row: BankDetailsRecord, timeZone: string): IsoDate | null =>
  row.decided_at === null ? null : addDays(dateOf(row.decided_at, timeZone), bankDetailsWaitDays)

const confirmationRefusal = ({ proposed_by: by }: BankDetailsRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'CHARITY_EDIT', by, own: ownDetails })

/**
 * Enters new details, encrypted, until someone else confirms them. Throws `validation` where a number is wrong or they are those in use,
 * `conflict` while others wait, `not-found`.
 */
export async function enterDetails(
  { params: { charityId }, body }: HandlerInput<typeof proposeBankDetails>,
  context: Context,
): Promise<{ data: BankDetails[] }> {
  await requireCharity(charityId, context)
  const { book } = context
  const { holderName, reason, ...given } = body.data.attributes
  const country = book.currency === 'USD' ? ('US' as const) : ('GB' as const)
  const numbers = {
    country,
    bank: plainNumber(given.bank),
    account: plainNumber(given.account),
    kind: given.accountKind ?? ('checking' as const),
  }
  await propose({ charityId, holderName, reason, numbers }, context)
  return await bankDetailsOf({ params: { charityId } }, context)
}

async function propose(
  {
    charityId,
    holderName,
    reason,
    numbers,
  }: { charityId: string; holderName: string; reason: string; numbers: BankNumbers },
  context: Context,
): Promise<void> {
  const { client, realmDb, actor, documentFiles } = context
  const { keys } = documentFiles
  const [violation] = bankNumberViolations(numbers)
  if (violation) throw fieldProblem(violation.field, violation.message)
  await realmDb.transaction().execute(async trx => {
    const rows = await lockDetails(trx, charityId)
    const inUse = rows.find(({ state }) => state === 'confirmed')
    if (rows.some(({ state }) => state === 'proposed')) throw new Problem('conflict', { detail: othersWait })
    if (inUse && isSame(openNumbers(keys, client.realm, inUse), numbers))
      throw fieldProblem('account', 'These are the details in use')
    const details = encryptedDetails(keys, client.realm, numbers)
    await insertDetails(trx, [
      {
        ...details,
        charity_id: charityId,
        holder_name: holderName,
        reason: reason.slice(0, 1000),
        proposed_by: actor.userId,
        proposed_by_name: nameOf(actor),
        proposed_at: context.clock.now(),
      },
    ])
    await record(trx, context, { kind: 'bank-details-entered', charityId, detailsId: details.details_id })
  })
}

type Decision = HandlerInput<typeof confirmBankDetails> | HandlerInput<typeof declineBankDetails>

/**
 * Confirms details after a call; the former ones are replaced. Throws `access-denied` to the person who entered them, `conflict` where they no
 * longer wait, `not-found`.
 */
export const confirmDetails = (input: Decision, context: Context) => decide(input, context, 'confirmed')

/** Declines details that wait; the person who entered them may withdraw them in this way. Throws `conflict`, `not-found`. */
export const declineDetails = (input: Decision, context: Context) => decide(input, context, 'declined')

async function decide(
  { params: { charityId, detailsId }, body }: Decision,
  context: Context,
  state: 'confirmed' | 'declined',
): Promise<{ data: BankDetails[] }> {
  await requireCharity(charityId, context)
  const { realmDb, actor, clock } = context
  await realmDb.transaction().execute(async trx => {
    const rows = await lockDetails(trx, charityId)
    const row = rows.find(each => each.details_id === detailsId)
    if (!row) throw new Problem('not-found')
    if (row.state !== 'proposed')
      throw new Problem('conflict', { detail: 'These details are no longer awaiting confirmation.' })
    const refusal = state === 'confirmed' ? confirmationRefusal(row, actor) : null
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const former = rows.find(each => each.state === 'confirmed')
    if (state === 'confirmed' && former)
      await updateDetails(trx, former.details_id, { state: 'replaced', replaced_at: clock.now() })
    await updateDetails(trx, detailsId, {
      state,
      note: body.data.attributes.note,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
    })
    await record(trx, context, { kind: `bank-details-${state}`, charityId, detailsId })
  })
  return await bankDetailsOf({ params: { charityId } }, context)
}

type Recorded = {
  kind: 'bank-details-entered' | 'bank-details-confirmed' | 'bank-details-declined'
  charityId: string
  detailsId: string
}

async function record(
  trx: Kysely<DB>,
  { actor, clock, request, client }: Context,
  { kind, charityId, detailsId }: Recorded,
): Promise<void> {
  await recordAuditEvent(trx, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, charity: charityId, details: detailsId },
  })
}
