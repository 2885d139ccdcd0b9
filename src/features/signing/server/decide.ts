import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { followEnvelope } from '../../contributions/server/follow-envelope.ts'
import { violates } from '../../ledger/server/post-entry.ts'
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
import { sealEnvelope } from './seal-envelope.ts'
import { consentText, toResponse } from './show-envelope.ts'
import { isTurnOf } from './turns.ts'

const conflict = (detail: string) => new Problem('conflict', { detail })

/** Records that the caller consents to signing electronically. Saying it twice changes nothing. */
export async function consent(
  { params, body }: HandlerInput<typeof consentToSigning>,
  context: SigningContext,
): Promise<Reply<typeof consentToSigning>> {
  const place = await findPlace(params.envelopeId, context)
  const { db } = place.inBook
  requireTurn(place)
  const { version } = body.data.attributes
  if ((await consentText(context)).version !== version)
    throw conflict(
      'The text about electronic signing has changed. Please reload this page and read it again.',
    )
  const { envelope_id: envelopeId } = place.envelope
  const { signer_id: signerId } = place.signer
  const digest = Buffer.from(version, 'hex')
  if (!(await hasConsented(db, { envelopeId, signerId, version: digest })))
    await addEvent(db, {
      ...eventBy(place.signer, context),
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
  const place = await findPlace(params.envelopeId, context)
  requireTurn(place)
  await requireConsent(place, context)
  const { name: typedName, drawing } = body.data.attributes
  return await decideAs(place, context, { state: 'signed', typedName, drawing }, async trx => {
    const signers = await signersOf(trx, params.envelopeId)
    if (signers.some(({ state }) => state !== 'signed')) return
    await setEnvelopeState(trx, params.envelopeId, 'signed')
    await addJob(trx, sealEnvelope, { envelopeId: params.envelopeId }, { key: `seal-${params.envelopeId}` })
  })
}

/** Declines to sign, which ends the envelope. It needs no consent. */
export async function decline(
  { params, body }: HandlerInput<typeof declineToSign>,
  context: SigningContext,
): Promise<Reply<typeof declineToSign>> {
  const place = await findPlace(params.envelopeId, context)
  requireTurn(place)
  const { reason } = body.data.attributes
  return await decideAs(place, context, { state: 'declined', reason }, async trx => {
    await setEnvelopeState(trx, params.envelopeId, 'declined')
  })
}

type Outcome =
  | Pick<Decision & { state: 'signed' }, 'state' | 'typedName' | 'drawing'>
  | Pick<Decision & { state: 'declined' }, 'state' | 'reason'>

/** @param then runs in the transaction of the decision. */
async function decideAs(
  { envelope, signer, inBook: { db } }: Place,
  context: SigningContext,
  outcome: Outcome,
  then: (trx: Kysely<DB>) => Promise<void>,
): Promise<Reply<typeof signDocument>> {
  const { actor } = context
  const { envelope_id: envelopeId } = envelope
  const event = eventBy(signer, context)
  const decision: Decision = {
    ...outcome,
    at: event.at,
    userId: actor.userId,
    name: `${actor.firstName} ${actor.lastName}`,
  }
  try {
    await db.transaction().execute(async trx => {
      // Before the signer, so that two who sign at once wait for each other.
      await lockEnvelope(trx, envelopeId)
      await decide(trx, envelopeId, signer.signer_id, decision)
      await addEvent(trx, { ...event, envelope_id: envelopeId, kind: outcome.state })
      await then(trx)
      await followEnvelope(trx, { provider: embeddedProviderName, envelopeId })
    })
  } catch (error) {
    // Somebody was faster: what they did says why.
    if (violates(error, 'their_turn')) requireTurn(await findPlace(envelopeId, context))
    throw error
  }
  return await toResponse(await findPlace(envelopeId, context), context)
}

async function requireConsent({ envelope, signer, inBook }: Place, context: SigningContext): Promise<void> {
  const version = Buffer.from((await consentText(context)).version, 'hex')
  const { envelope_id: envelopeId } = envelope
  if (!(await hasConsented(inBook.db, { envelopeId, signerId: signer.signer_id, version })))
    throw conflict('Please agree to sign electronically first.')
}

/** @throws Problem that says why the caller cannot decide now. */
function requireTurn({ envelope, signers, signer, mayChange }: Place): void {
  if (signer.state === 'signed')
    throw conflict('You have already signed this document. Nothing else is needed.')
  if (signer.state === 'declined') throw conflict('You have declined to sign this document.')
  if (envelope.state === 'declined')
    throw conflict('Another signer has declined, so this document can no longer be signed.')
  if (envelope.state === 'voided') throw conflict('This document was withdrawn and can no longer be signed.')
  if (!mayChange)
    throw new Problem('access-denied', {
      detail: 'This account cannot be changed, so nothing can be signed for it.',
    })
  if (envelope.state !== 'sent' || !isTurnOf(signers, signer.signer_id))
    throw conflict('Others have to sign this document first. We’ll tell you when it is your turn.')
}
