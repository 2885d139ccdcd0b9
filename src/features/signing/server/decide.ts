import type { Kysely } from 'kysely'
import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type Drawing, declinedByOther, notYourTurn, signingPaused } from '../domain/signature.ts'
import { isNameOf, otherNameQuestion } from '../domain/signer-name.ts'
import type * as contract from '../signing.contract.ts'
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
import type { Place } from './find-place.ts'
import { followEnvelope } from './follow-envelope.ts'
import { sealEnvelope } from './seal-envelope.ts'
import { consentText, signsAs, toResponse } from './show-envelope.ts'
import { isTurnOf } from './turns.ts'

const conflict = (detail: string) => new Problem('conflict', { detail })

/** The same for a signer's place that was found in another way. */
export async function consentAt(
  place: Place,
  { version }: { version: string },
  context: BaseContext,
): Promise<Reply<typeof contract.consentToSigning>> {
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

type SignatureInput = { name: string; drawing: Drawing | null; confirmsName: boolean }

/** @param find finds the signer's place, again after the decision. */
export async function signAt(
  find: () => Promise<Place>,
  { name: typedName, drawing, confirmsName }: SignatureInput,
  context: BaseContext,
): Promise<Reply<typeof contract.signDocument>> {
  const place = await find()
  requireTurn(place)
  if (!context.canSeal) throw conflict(signingPaused)
  await requireConsent(place, context)
  requireOwnName(place, typedName, confirmsName)
  const { envelope_id: envelopeId } = place.envelope
  return await decideAt(place, find, { state: 'signed', typedName, drawing }, context, async trx => {
    const signers = await signersOf(trx, envelopeId)
    if (signers.some(({ state }) => state !== 'signed')) return
    await setEnvelopeState(trx, envelopeId, 'signed')
    await addJob(trx, sealEnvelope, { envelopeId }, { key: `seal-${envelopeId}` })
  })
}

/** @param find finds the signer's place, again after the decision. */
export async function declineAt(
  find: () => Promise<Place>,
  { reason }: { reason: string },
  context: BaseContext,
): Promise<Reply<typeof contract.declineToSign>> {
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
): Promise<Reply<typeof contract.signDocument>> {
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

/** @throws Problem `validation` for a name that is not the signer's and that they did not confirm. */
function requireOwnName(place: Place, typedName: string, confirmsName: boolean): void {
  const name = signsAs(place)
  if (confirmsName || isNameOf(typedName, name)) return
  throw new Problem('validation', {
    errors: { name: [`${otherNameQuestion(typedName, name)} Confirm it, or type your name.`] },
  })
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
