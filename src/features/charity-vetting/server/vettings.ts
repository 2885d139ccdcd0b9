import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { addDays, dateOf } from '../../../domain/dates.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { type Actor, nameOf } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { latestExpiry, renewalDays, vettingBases } from '../domain/vetting.ts'
import type * as contract from '../vettings.contract.ts'
import { missingBasis, type Vetting, type VettingFields } from '../vettings.contract.ts'
import { findProposal } from './proposals.queries.ts'
import { vettingColumns, vettingWords } from './vetting-columns.ts'
import {
  addCharityWords,
  findOpenVetting,
  findVetting,
  insertVetting,
  listVettingRows,
  lockVetted,
  updateVetting,
  type VettingRecord,
} from './vettings.queries.ts'

type Context = BaseContext & { actor: Actor }

const ownVetting = 'You entered this vetting, so someone else has to confirm it.'
const noPaper = 'Add a document first. A vetting can’t be confirmed without one.'

const countryOf = ({ book }: Pick<Context, 'book'>) =>
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
    papers: row.papers,
    mayConfirm: row.state === 'proposed' ? (confirmationRefusal(row, actor) ?? paperViolation(row)) : null,
  }
}

function validityOf({ expires_on: expiresOn }: VettingRecord, today: VettingRecord['expires_on']) {
  if (expiresOn < today) return 'expired'
  return expiresOn < addDays(today, renewalDays) ? 'ending' : 'valid'
}

const confirmationRefusal = ({ proposed_by: by }: VettingRecord, actor: Actor): string | null =>
  decisionRefusal(actor, { permission: 'CHARITY_EDIT', by, own: ownVetting })

const paperViolation = ({ papers }: VettingRecord) => (papers.length === 0 ? noPaper : null)

export async function listVettings(
  { query: { charityId } }: HandlerInput<typeof contract.listVettings>,
  context: Context,
): Promise<Reply<typeof contract.listVettings>> {
  const about = charityId === undefined ? { country: countryOf(context) } : { charityId }
  const rows = await listVettingRows(context.realmDb, about)
  return { data: rows.map(row => vettingResponse(row, context)) }
}

/** A vetting of the realm. Throws `not-found`. */
export async function requireVetting(realmDb: Kysely<DB>, vettingId: string): Promise<VettingRecord> {
  const row = await findVetting(realmDb, vettingId)
  if (!row) throw new Problem('not-found')
  return row
}

/**
 * Enters a vetting under the idempotency key of the command, so that repeating it creates no second one. Throws `validation`, `conflict` where
 * another of the organization waits, `not-found` for an organization that was never vetted or a proposal of another book.
 */
export async function proposeVetting(
  { body }: HandlerInput<typeof contract.proposeVetting>,
  context: Context & { idempotencyKey: string },
): Promise<Vetting> {
  const { charityId, proposalId, ...fields } = body.data.attributes
  const { db, realmDb, actor, clock, idempotencyKey: vettingId } = context
  const country = countryOf(context)
  checkFields(fields, country, context)
  if (proposalId !== null && !(await findProposal(db, proposalId))) throw new Problem('not-found')
  await realmDb.transaction().execute(async trx => {
    if (await findVetting(trx, vettingId)) return
    if (charityId !== null) await requireRenewable(trx, charityId, country)
    await insertVetting(trx, {
      vetting_id: vettingId,
      ...(charityId === null ? {} : { charity_id: charityId }),
      country,
      ...vettingColumns(country === 'US' ? fields : { ...fields, usState: '' }),
      proposal_id: proposalId,
      proposed_by: actor.userId,
      proposed_by_name: nameOf(actor),
      proposed_at: clock.now(),
    })
    await record(trx, context, { kind: 'vetting-entered', vettingId })
  })
  return vettingResponse(await requireVetting(realmDb, vettingId), context)
}

function checkFields(
  { basis, expiresOn, usState }: VettingFields,
  country: 'US' | 'GB',
  context: Context,
): void {
  const today = dateOf(context.clock.now(), context.client.timeZone)
  if (!(vettingBases[country] as readonly string[]).includes(basis)) throw fieldProblem('basis', missingBasis)
  if (expiresOn <= today || expiresOn > latestExpiry(today))
    throw fieldProblem('expiresOn', 'Choose a day after today and within three years')
  if (country === 'US' && usState === '') throw fieldProblem('usState', 'Choose the state')
}

async function requireRenewable(trx: Kysely<DB>, charityId: string, country: 'US' | 'GB'): Promise<void> {
  await lockVetted(trx, charityId)
  const inForce = await findOpenVetting(trx, charityId, 'vetted')
  if (inForce?.country !== country) throw new Problem('not-found')
  if (await findOpenVetting(trx, charityId, 'proposed'))
    throw new Problem('conflict', {
      detail: 'Another vetting of this charity is awaiting confirmation.',
    })
}

type Decision = HandlerInput<typeof contract.confirmVetting> | HandlerInput<typeof contract.declineVetting>

/**
 * Confirms a vetting: donors can find the organization then, and it may receive grants until its last day. The former vetting is
 * replaced. Throws `access-denied` to the person who entered it, `conflict` where it no longer waits or has no document, `not-found`.
 */
export const confirmVetting = (input: Decision, context: Context) => decide(input, context, 'vetted')

/** Declines a vetting that waits; the person who entered it may withdraw it in this way. Throws `conflict`, `not-found`. */
export const declineVetting = (input: Decision, context: Context) => decide(input, context, 'declined')

async function decide(
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
    const violation = state === 'vetted' ? paperViolation(row) : null
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
    if (state === 'vetted') await addCharityWords(trx, vettingWords(row))
    await record(trx, context, {
      kind: state === 'vetted' ? 'vetting-confirmed' : 'vetting-declined',
      vettingId,
    })
  })
  return vettingResponse(await requireVetting(realmDb, vettingId), context)
}

type Recorded = { kind: 'vetting-entered' | 'vetting-confirmed' | 'vetting-declined'; vettingId: string }

async function record(
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
