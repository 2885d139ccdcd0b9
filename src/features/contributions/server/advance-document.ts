import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { clientNamed } from '../../../clients/clients.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { EncryptedFiles } from '../../../server/files/encrypted-files.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import {
  type EnvelopeStatus,
  ProviderUnavailable,
  type SignatureProvider,
} from '../../../server/signatures/provider.ts'
import { openProvider, type SignatureProviders } from '../../../server/signatures/providers.ts'
import { storeDocumentInJob } from '../../documents/server/store-document.ts'
import { activateWhenComplete } from './activate-account.ts'
import {
  type DocumentRow,
  findDocument,
  findSigners,
  setAsked,
  setDecision,
  setDocumentState,
  startSending,
} from './contribution-documents.queries.ts'
import { drawDocument } from './document-content.ts'
import { mailContributionDocument } from './mail-contribution-document.ts'

/** Where documents of a book are advanced. `db` is bound to the book. */
export type DocumentPlace = {
  book: string
  db: Kysely<DB>
  documentFiles: EncryptedFiles
  signatures: SignatureProviders
  originPattern: string
  clock: Clock
}

/**
 * Advances a contribution document as far as it can get: creates its envelope, records what its provider says of it, files what everyone
 * has signed. Each step is committed by itself and recognizes what was done before, so that the job may end anywhere, run twice at
 * once, or run again at any time.
 */
export const advanceDocument = task(
  'advance-contribution-document',
  z.object({ documentId: z.uuid() }),
  async ({ documentId }, { db, origin, documentFiles, signatures, originPattern, clock }) => {
    if (!('book' in origin)) throw new Error('only a book may advance its documents')
    if (documentFiles === null) throw new Error('the worker has no store of documents')
    const place = { book: origin.book, db, documentFiles, signatures, originPattern, clock }
    await advance(place, documentId)
  },
)

/** More than the number of a document's states. */
const maxSteps = 8

/** @throws ProviderUnavailable if the provider is down: the document stays as it is. */
export async function advance(place: DocumentPlace, documentId: string): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const document = await findDocument(place.db, documentId)
    if (!document || !(await advanceOnce(place, document))) return
  }
}

/** @returns whether another step may follow. */
async function advanceOnce(place: DocumentPlace, document: DocumentRow): Promise<boolean> {
  switch (document.state) {
    case 'preparing':
      return await send(place, document)
    case 'pending':
      return await follow(place, document)
    case 'signed':
      return await file(place, document)
    case 'declined':
    case 'voided':
    case 'filed':
      return false
  }
}

/** The client of a document, and the provider at which it is signed. */
export function providerOf(
  place: DocumentPlace,
  { client: name, provider }: Pick<DocumentRow, 'client' | 'provider'>,
): { client: Client; origin: string; provider: SignatureProvider } {
  const client = clientNamed(name)
  const { book, db, documentFiles, clock } = place
  const origin = originOfClient(place.originPattern, client)
  const at = { book, db, documentFiles, clock, client, origin }
  return { client, origin, provider: openProvider(place.signatures, provider, at) }
}

async function send(place: DocumentPlace, document: DocumentRow): Promise<boolean> {
  const { db, clock } = place
  const { contribution_document_id: documentId } = document
  if (document.void_requested_at !== null && document.sending_since === null)
    return await setDocumentState(db, documentId, { from: 'preparing', to: 'voided', ended_at: clock.now() })
  const { client, origin, provider } = providerOf(place, document)
  const bytes = await drawDocument(
    document.content,
    { client, origin, createdAt: document.prepared_at },
    portalOf(client),
  )
  const signers = await findSigners(db, documentId)
  await startSending(db, documentId, clock.now())
  await setAsked(db, documentId, clock.now())
  const { envelopeId } = await provider.createEnvelope({
    requestKey: `contribution-document:${documentId}`,
    about: { kind: 'account', accountId: document.account_id },
    subject: document.file_name.replace(/\.pdf$/, ''),
    document: { name: document.file_name, bytes },
    signers: signers.map(signer => ({
      signerId: signer.signer_id,
      userId: signer.user_id,
      name: signer.name,
      email: signer.email,
      routingOrder: signer.routing_order,
    })),
  })
  return await db.transaction().execute(async trx => {
    if (
      !(await setDocumentState(trx, documentId, {
        from: 'preparing',
        to: 'pending',
        envelope_id: envelopeId,
      }))
    )
      return false
    const event = { client: document.client, documentId }
    if (document.void_requested_at === null)
      await addJob(trx, mailContributionDocument, { ...event, event: 'prepared' })
    return true
  })
}

async function follow(place: DocumentPlace, document: DocumentRow): Promise<boolean> {
  const { db, clock } = place
  const { contribution_document_id: documentId, envelope_id: envelopeId, void_reason: voidReason } = document
  if (envelopeId === null) throw new Error(`the document ${documentId} is pending without an envelope`)
  const { provider } = providerOf(place, document)
  if (voidReason !== null) await tryToVoid(provider, envelopeId, voidReason)
  const status = await provider.status(envelopeId)
  return await db.transaction().execute(async trx => {
    await setAsked(trx, documentId, clock.now())
    return await recordStatus(trx, document, status, clock.now())
  })
}

/** An envelope that was completed in the meantime cannot be withdrawn; its status then says so. */
async function tryToVoid(provider: SignatureProvider, envelopeId: string, reason: string): Promise<void> {
  try {
    await provider.voidEnvelope(envelopeId, reason)
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error
  }
}

/** Records the provider's status of an envelope. @returns whether the document has another state now. */
async function recordStatus(
  trx: Kysely<DB>,
  document: DocumentRow,
  status: EnvelopeStatus,
  now: Date,
): Promise<boolean> {
  const { contribution_document_id: documentId, client } = document
  let hasNewSignature = false
  for (const { signerId, state, at, reason } of status.signers) {
    if (state === 'waiting') continue
    const decision = { state, at: at ?? now, reason: state === 'declined' ? reason : null }
    const isNew = await setDecision(trx, documentId, signerId, decision)
    hasNewSignature ||= isNew && state === 'signed'
  }
  const mail = async (event: 'turn' | 'declined' | 'withdrawn') =>
    await addJob(trx, mailContributionDocument, { client, documentId, event })
  switch (status.state) {
    case 'completed':
      return await setDocumentState(trx, documentId, { from: 'pending', to: 'signed' })
    case 'declined': {
      const hasMoved = await setDocumentState(trx, documentId, {
        from: 'pending',
        to: 'declined',
        ended_at: now,
      })
      if (hasMoved) await mail('declined')
      return hasMoved
    }
    case 'voided': {
      const hasMoved = await setDocumentState(trx, documentId, {
        from: 'pending',
        to: 'voided',
        ended_at: now,
      })
      if (hasMoved) await mail('withdrawn')
      return hasMoved
    }
    case 'sent':
      if (hasNewSignature && document.void_requested_at === null) await mail('turn')
      return false
  }
}

async function file(place: DocumentPlace, document: DocumentRow): Promise<boolean> {
  const { db, book, documentFiles, clock } = place
  const { contribution_document_id: documentId, envelope_id: envelopeId, client } = document
  if (envelopeId === null) throw new Error(`the document ${documentId} is signed without an envelope`)
  const { provider } = providerOf(place, document)
  await setAsked(db, documentId, clock.now())
  const bytes = await provider.signedDocument(envelopeId)
  const at = clock.now()
  const fileAs = async (trx: Kysely<DB>, fileId: string) => {
    const step = { from: 'signed', to: 'filed', ended_at: at, document_id: fileId } as const
    if (!(await setDocumentState(trx, documentId, step))) return
    await addJob(trx, mailContributionDocument, { client, documentId, event: 'filed' })
    // The other half of an account's opening; without the first contribution this changes nothing.
    await activateWhenComplete(trx, document.account_id, { client, at })
  }
  await storeDocumentInJob(
    { db, book, documentFiles },
    {
      accountId: document.account_id,
      type: 'contribution',
      name: document.file_name,
      mediaType: 'application/pdf',
      bytes,
      cause: `envelope:${document.provider}:${envelopeId}`.slice(0, 200),
      addedBy: null,
      at,
    },
    fileAs,
  )
  return false
}
