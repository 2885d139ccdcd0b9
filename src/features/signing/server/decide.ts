import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { violates } from '../../ledger/server/post-entry.ts'
import { type Drawing, declinedByOther, notYourTurn, signingPaused } from '../domain/signature.ts'
import type { consentToSigning, declineToSign, signDocument } from '../signing.contract.ts'
import { embeddedProviderName } from './embedded-provider.ts'
import {
  addEvent,
  type Decision,
  decide,
  hasConsented,
  lockEnvelope,
  setEnvelopeState,
  signersOf,
} from './envelopes.queries.ts'
import { eventBy } from './event-by.ts'
import { findPlace, type Place, type SigningContext } from './find-place.ts'
import { followEnvelope } from './follow-envelope.ts'
import { sealEnvelope } from './seal-envelope.ts'
import { consentText, toResponse } from './show-envelope.ts'
import { isTurnOf } from './turns.ts'

const conflict = (detail: string) => new Problem('conflict', { detail })

/** Records that the caller consents to signing electronically. Repeating it changes nothing. */
export async function consent(
  { params, body }: HandlerInput<typeof consentToSigning>,
  context: SigningContext,
): Promise<Reply<typeof consentToSigning>> {
  return await consentAt(await findPlace(params.envelopeId, context), body.data.attributes, context)
}

/** The same for a signer's place that was found in another way. */
export async function consentAt(
  place: Place,
  { version }: { version: string },
  context: BaseContext,
): Promise<Reply<typeof consentToSigning>> {
  const { db } = place.inBook
  requireTurn(place)
  if ((await consentText(context)).version !== version)
    throw conflict(
      'The text about electronic signing has changed. Please reload this page and read it again.',
    )
  const { envelope_id: envelopeId } = place.envelope
  const { signer_id: signerId } = place.signer
  const digest = Buffer.from(version, 'hex')
  if (!(await hasConsented(db, { envelopeId, signerId, version: digest })))
    await addEvent(db, {
      ...eventBy(place, context),
      envelope_id: envelopeId,
      kind: 'consented',
      digest,
    })
  return await toResponse(place, context)
}

/** Signs the document. The last signature starts the job that seals it. */
export async function sign(
  { params, body }: HandlerInput<typeof signDocument>,
  context: SigningContext,
): Promise<Reply<typeof signDocument>> {
  return await signAt(() => findPlace(params.envelopeId, context), body.data.attributes, context)
}

/** @param find finds the signer's place, again after the decision. */
export async function signAt(
  find: () => Promise<Place>,
  { name: typedName, drawing }: { name: string; drawing: Drawing | null },
  context: BaseContext,
): Promise<Reply<typeof signDocument>> {
  const place = await find()
  requireTurn(place)
  if (!context.canSeal) throw conflict(signingPaused)
  await requireConsent(place, context)
  const { envelope_id: envelopeId } = place.envelope
  return await decideAt(place, find, { state: 'signed', typedName, drawing }, context, async trx => {
    const signers = await signersOf(trx, envelopeId)
    if (signers.some(({ state }) => state !== 'signed')) return
    await setEnvelopeState(trx, envelopeId, 'signed')
    await addJob(trx, sealEnvelope, { envelopeId }, { key: `seal-${envelopeId}` })
  })
}

/** Declines to sign, which ends the envelope. It needs no consent. */
export async function decline(
  { params, body }: HandlerInput<typeof declineToSign>,
  context: SigningContext,
): Promise<Reply<typeof declineToSign>> {
  return await declineAt(() => findPlace(params.envelopeId, context), body.data.attributes, context)
}

/** @param find finds the signer's place, again after the decision. */
export async function declineAt(
  find: () => Promise<Place>,
  { reason }: { reason: string },
  context: BaseContext,
): Promise<Reply<typeof declineToSign>> {
  const place = await find()
  requireTurn(place)
  return await decideAt(place, find, { state: 'declined', reason }, context, async trx => {
    await setEnvelopeState(trx, place.envelope.envelope_id, 'declined')
  })
}

type Outcome =
  | Pick<Decision & { state: 'signed' }, 'state' | 'typedName' | 'drawing'>
  | Pick<Decision & { state: 'declined' }, 'state' | 'reason'>

/** @param then runs in the transaction of the decision. */
async function decideAt(
  place: Place,
  find: () => Promise<Place>,
  outcome: Outcome,
  context: BaseContext,
  then: (trx: Kysely<DB>) => Promise<void>,
): Promise<Reply<typeof signDocument>> {
  const { envelope, signer, by, inBook } = place
  const { db } = inBook
  const { envelope_id: envelopeId } = envelope
  const event = eventBy(place, context)
  const decision: Decision = { ...outcome, at: event.at, userId: by.userId, name: by.name }
  try {
    await db.transaction().execute(async trx => {
      // Before the signer, so that two who sign at once wait for each other.
      await lockEnvelope(trx, envelopeId)
      await decide(trx, envelopeId, signer.signer_id, decision)
      await addEvent(trx, { ...event, envelope_id: envelopeId, kind: outcome.state })
      await then(trx)
      await followEnvelope(context.signatures, trx, { provider: embeddedProviderName, envelopeId })
    })
  } catch (error) {
    // Another request was faster; its result explains the conflict.
    if (violates(error, 'their_turn')) requireTurn(await find())
    throw error
  }
  return await toResponse(await find(), context)
}

async function requireConsent({ envelope, signer, inBook }: Place, context: BaseContext): Promise<void> {
  const version = Buffer.from((await consentText(context)).version, 'hex')
  const { envelope_id: envelopeId } = envelope
  if (!(await hasConsented(inBook.db, { envelopeId, signerId: signer.signer_id, version })))
    throw conflict('Please agree to sign electronically first.')
}

/** @throws Problem that says why the caller cannot decide now. */
function requireTurn({ envelope, signers, signer, mayChange }: Place): void {
  if (signer.state === 'signed')
    throw conflict('You have already signed this document. You don’t need to do anything else.')
  if (signer.state === 'declined') throw conflict('You have declined to sign this document.')
  if (envelope.state === 'declined') throw conflict(declinedByOther)
  if (envelope.state === 'voided') throw conflict('This document was withdrawn and can no longer be signed.')
  if (!mayChange)
    throw new Problem('access-denied', {
      detail: 'This account cannot be changed, so nothing can be signed for it.',
    })
  if (envelope.state !== 'sent' || !isTurnOf(signers, signer.signer_id)) throw conflict(notYourTurn)
}
