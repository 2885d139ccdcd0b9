import { hash } from 'node:crypto'
import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { publishedNow } from '../../content/server/published-content.ts'
import type * as contract from '../signing.contract.ts'
import { readFile } from './envelope-store.ts'
import { addFirstView, hasConsented } from './envelopes.queries.ts'
import { eventBy } from './event-by.ts'
import type { Place } from './find-place.ts'
import { signatureOf } from './signatures-of.ts'
import { isSponsor, isTurnOf } from './turns.ts'

/** The text about electronic signing that the client shows now, and what names it. */
export async function consentText(context: BaseContext) {
  const block = (await publishedNow(context)).block('electronic-signing')
  if (!block) throw new Error('there is no text about electronic signing')
  return { text: block.body, version: hash('sha256', JSON.stringify(block.body)) }
}

/** The name of the person at this place: of the sponsor's, the person who signs for it. */
export const signsAs = ({ signer, by }: Pick<Place, 'signer' | 'by'>): string =>
  isSponsor(signer) ? by.name : signer.name

export async function toResponse(
  { envelope, signers, signer, by, inBook: { db, book } }: Place,
  context: BaseContext,
): Promise<Reply<typeof contract.getEnvelope>> {
  const { client, canSeal } = context
  const { envelope_id: envelopeId, subject, document_name: documentName, state } = envelope
  if (state === 'preparing') throw new Problem('not-found')
  const consent = await consentText(context)
  return {
    data: {
      envelopeId,
      subject,
      documentName,
      currency: book.currency,
      state,
      signers: signers.map(each => ({
        name: isSponsor(each) ? client.displayName : each.name,
        isYou: each.signer_id === signer.signer_id,
        state: each.state,
        at: each.decided_at?.toISOString() ?? null,
        signature: signatureOf(each),
      })),
      place: {
        isSponsor: isSponsor(signer),
        state: signer.state,
        isTheirTurn: state === 'sent' && isTurnOf(signers, signer.signer_id),
        hasConsented: await hasConsented(db, {
          envelopeId,
          signerId: signer.signer_id,
          version: Buffer.from(consent.version, 'hex'),
        }),
      },
      isPaused: !canSeal,
      yourName: signsAs({ signer, by }),
      consent,
    },
  }
}

/** The same for a signer's place that was found in another way. */
export async function documentAt(
  place: Place,
  context: BaseContext,
): Promise<Reply<typeof contract.getEnvelopeDocument>> {
  const { signer, envelope, inBook } = place
  const { db, book } = inBook
  const { envelope_id: envelopeId } = envelope
  const bytes = await readFile(
    { book: book.name, db, documentFiles: context.documentFiles },
    envelopeId,
    'original',
  )
  if (!bytes) throw new Problem('not-found')
  if (envelope.state === 'sent' && signer.state === 'waiting')
    await addFirstView(db, { ...eventBy(place, context), envelope_id: envelopeId, kind: 'viewed' })
  return {
    name: 'document.pdf',
    mediaType: 'application/pdf',
    totalRows: 1,
    rowsWritten: () => 1,
    bytes: (async function* () {
      yield bytes
    })(),
  }
}
