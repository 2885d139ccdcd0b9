import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addCharityWords } from '../../charities/server/charity-words.queries.ts'
import { dueDiligence, latestExpiry, renewalDaysOf } from '../domain/vetting.ts'
import type * as contract from '../vettings.contract.ts'
import type { Vetting } from '../vettings.contract.ts'
import { searchedTexts } from './vetting-columns.ts'
import {
  findOpenVetting,
  findVetting,
  lockVetted,
  updateVetting,
  type VettingRecord,
} from './vettings.queries.ts'

export type Context = BaseContext & { actor: Actor }

const ownVetting = 'You entered this vetting, so someone else has to confirm it.'

const noDocument = 'Add a document first. A vetting can’t be confirmed without one.'

export const countryOf = ({ book }: Pick<Context, 'book'>) =>
  book.currency === 'USD' ? ('US' as const) : ('GB' as const)

export function vettingResponse(row: VettingRecord, { actor, client, clock }: Context): Vetting {
  return {
    vettingId: row.vetting_id,
    charityId: row.charity_id,
    name: row.name,
    alsoKnownAs: row.also_known_as,
    street: row.street,
    city: row.city,
    usState: row.us_state,
    postalCode: row.postal_code,
    basis: row.basis,
    finding: row.finding,
    expiresOn: row.expires_on,
    state: row.state,
    validity: row.state === 'vetted' ? validityOf(row, dateOf(clock.now(), client.timeZone)) : null,
    proposalId: row.proposal_id,
    proposedByName: row.proposed_by_name,
    proposedAt: row.proposed_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    documents: row.documents,
    confirmationRefusal:
      row.state === 'proposed' ? (confirmationRefusal(row, actor) ?? documentViolation(row)) : null,
  }
}

/** Of a vetting in force. */
export function validityOf(
  { basis, expires_on: expiresOn }: Pick<VettingRecord, 'basis' | 'expires_on'>,
  today: IsoDate,
): 'valid' | 'ending' | 'expired' {
  if (expiresOn < today) return 'expired'
  return expiresOn < addDays(today, renewalDaysOf(basis)) ? 'ending' : 'valid'
}

const confirmationRefusal = ({ proposed_by: by }: VettingRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'CHARITY_EDIT', by, own: ownVetting })

const documentViolation = ({ documents }: VettingRecord) => (documents.length === 0 ? noDocument : null)

/** A vetting of the realm. Throws `not-found`. */
export async function requireVetting(realmDb: Kysely<DB>, vettingId: string): Promise<VettingRecord> {
  const row = await findVetting(realmDb, vettingId)
  if (!row) throw new Problem('not-found')
  return row
}

/** Throws `validation` unless the last day of a vetting is after today and within three years. */
export function requireLastDay(expiresOn: IsoDate, { clock, client }: Context): void {
  const today = dateOf(clock.now(), client.timeZone)
  if (expiresOn <= today || expiresOn > latestExpiry(today))
    throw fieldProblem('expiresOn', 'Choose a day after today and within three years')
}

/** Throws `conflict` where a vetting of this charity waits for its confirmation. Others are not entered until the transaction ends. */
export async function requireNoneProposed(trx: Kysely<DB>, charityId: string): Promise<void> {
  await lockVetted(trx, charityId)
  if (await findOpenVetting(trx, charityId, 'proposed'))
    throw new Problem('conflict', {
      detail: 'Another vetting of this charity is awaiting confirmation.',
    })
}

export type Decision =
  | HandlerInput<typeof contract.confirmVetting>
  | HandlerInput<typeof contract.declineVetting>

export async function decide(
  { params: { vettingId }, body }: Decision,
  context: Context,
  state: 'vetted' | 'declined',
): Promise<Vetting> {
  const { realmDb, actor, clock } = context
  const { charity_id: charityId } = await requireVetting(realmDb, vettingId)
  await realmDb.transaction().execute(async trx => {
    await lockVetted(trx, charityId)
    const row = await requireVetting(trx, vettingId)
    if (row.state !== 'proposed')
      throw new Problem('conflict', { detail: 'This vetting is no longer awaiting confirmation.' })
    const refusal = state === 'vetted' ? confirmationRefusal(row, actor) : null
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const violation = state === 'vetted' ? documentViolation(row) : null
    if (violation !== null) throw new Problem('conflict', { detail: violation })
    const former = await findOpenVetting(trx, charityId, 'vetted')
    if (state === 'vetted' && former)
      await updateVetting(trx, former.vetting_id, { state: 'replaced', replaced_at: clock.now() })
    await updateVetting(trx, vettingId, {
      state,
      note: body.data.attributes.note,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
    })
    if (state === 'vetted' && row.basis !== dueDiligence) await addCharityWords(trx, searchedTexts(row))
    await record(trx, context, {
      kind: state === 'vetted' ? 'vetting-confirmed' : 'vetting-declined',
      vettingId,
    })
  })
  return vettingResponse(await requireVetting(realmDb, vettingId), context)
}

type Recorded = { kind: 'vetting-entered' | 'vetting-confirmed' | 'vetting-declined'; vettingId: string }

export async function record(
  trx: Kysely<DB>,
  { actor, clock, request, client }: Context,
  { kind, vettingId }: Recorded,
): Promise<void> {
  await recordAuditEvent(trx, {
    kind,
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, vetting: vettingId },
  })
}
