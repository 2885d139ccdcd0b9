import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../server/db/schema.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import type { EnvelopeStatus } from '../../../server/signatures/provider.ts'
import { type DocumentPlace, providerOf } from '../../contributions/server/advance-document.ts'
import { drawDocument } from '../../contributions/server/document-content.ts'
import { storeDocumentInJob } from '../../documents/server/store-document.ts'
import { screenApplication } from '../../screening/server/applicant-stop.ts'
import {
  type ApplicationRow,
  addEvent,
  findApplication,
  findByEnvelope,
  lockApplication,
  updateApplication,
} from './applications.queries.ts'
import { mailApplication } from './mail-application.ts'
import { type SignerRow, setDecision, signersOf } from './signers.queries.ts'
import { voidEnvelope } from './void-envelope.ts'

/**
 * Advances an application as far as it can get without people: creates the envelope of its document, records what its provider says of
 * it, and files the signed document once there is an account. Each step is committed by itself and recognizes what was done before,
 * so that the job may end anywhere, run twice at once, or run again at any time.
 */
export const advanceApplication = task(
  'advance-application',
  z.object({ applicationId: z.uuid() }),
  async ({ applicationId }, { db, origin, documentFiles, signatures, originPattern, clock }) => {
    if (!('book' in origin)) throw new Error('only a book may advance its applications')
    if (documentFiles === null) throw new Error('the worker has no store of documents')
    await advance({ book: origin.book, db, documentFiles, signatures, originPattern, clock }, applicationId)
  },
)

/** Adds the job that follows an envelope's application. @returns false if no application of the book has this envelope. */
export async function followApplication(
  db: Kysely<DB>,
  envelope: { provider: string; envelopeId: string },
): Promise<boolean> {
  const applicationId = await findByEnvelope(db, envelope)
  if (applicationId === undefined) return false
  await addJob(db, advanceApplication, { applicationId }, { key: applicationId })
  return true
}

/** @throws ProviderUnavailable if the provider is down: the application stays as it is. */
async function advance(place: DocumentPlace, applicationId: string): Promise<void> {
  const row = await findApplication(place.db, applicationId)
  if (!row) return
  if (row.state === 'signing' && row.envelope_id === null) await createEnvelope(place, row)
  else if (row.state === 'signing') await follow(place, row)
  else if (row.state === 'accepted' && row.document_id === null) await file(place, row)
}

/** The client and provider of an application's document, which exists once it was sent. */
function partsOf(place: DocumentPlace, row: ApplicationRow) {
  const { provider: name, document, document_made_at: madeAt } = row
  if (name === null || document === null || madeAt === null)
    throw new Error(`the application ${row.application_id} has no document`)
  return { ...providerOf(place, { client: row.client, provider: name }), name, document, madeAt }
}

/** The name under which people save the document. */
export const fileNameOf = ({ reference }: Pick<ApplicationRow, 'reference'>): string =>
  `Application ${reference}.pdf`

/** The document without signatures. */
export async function drawApplication(
  place: DocumentPlace,
  row: ApplicationRow,
  requester: Requester,
): Promise<Uint8Array> {
  const { client, origin, document, madeAt } = partsOf(place, row)
  return await drawDocument(document, { client, origin, createdAt: madeAt }, requester)
}

async function createEnvelope(place: DocumentPlace, row: ApplicationRow): Promise<void> {
  const { db, clock } = place
  const { application_id: applicationId, attempt } = row
  const { provider, name, client } = partsOf(place, row)
  const bytes = await drawApplication(place, row, portalOf(client))
  const signers = await signersOf(db, row)
  await updateApplication(db, applicationId, { asked_at: clock.now() })
  const { envelopeId } = await provider.createEnvelope({
    requestKey: `application:${applicationId}:${attempt}`,
    about: { kind: 'application', applicationId },
    subject: `Application ${row.reference}`,
    document: { name: fileNameOf(row), bytes },
    signers: signers.map(signer => ({
      signerId: signer.signer_id,
      userId: signer.user_id,
      ...(signer.user_id === null ? { byLink: true as const } : {}),
      name: signer.name,
      email: signer.email,
      routingOrder: signer.routing_order,
    })),
  })
  await db.transaction().execute(async trx => {
    const now = await lockApplication(trx, applicationId)
    if (now?.state === 'signing' && now.attempt === attempt) {
      if (now.envelope_id !== null) return
      await updateApplication(trx, applicationId, { envelope_id: envelopeId })
      await addJob(trx, mailApplication, { applicationId, event: 'turn' })
      return
    }
    // It returned to draft while its envelope was created.
    const envelope = { client: row.client, provider: name, envelopeId }
    await addJob(trx, voidEnvelope, envelope, { key: `void-${envelopeId}` })
  })
}

async function follow(place: DocumentPlace, row: ApplicationRow): Promise<void> {
  const { db, clock } = place
  const { application_id: applicationId, envelope_id: envelopeId } = row
  if (envelopeId === null) throw new Error(`the application ${applicationId} has no envelope`)
  const { provider } = partsOf(place, row)
  const status = await provider.status(envelopeId)
  await db.transaction().execute(async trx => {
    const now = await lockApplication(trx, applicationId)
    if (now?.state !== 'signing' || now.envelope_id !== envelopeId) return
    await updateApplication(trx, applicationId, { asked_at: clock.now() })
    await recordStatus(trx, now, status, clock.now())
  })
}

/** Records the provider's status of the envelope. */
async function recordStatus(
  trx: Kysely<DB>,
  row: ApplicationRow,
  status: EnvelopeStatus,
  now: Date,
): Promise<void> {
  const { application_id: applicationId } = row
  const newlySigned = await recordDecisions(trx, row, status, now)
  const portal = { userId: null, name: 'The portal', bySponsor: true, at: now }
  if (status.state === 'completed') {
    await updateApplication(trx, applicationId, { state: 'submitted', submitted_at: now, changed_at: now })
    await addEvent(trx, applicationId, { ...portal, kind: 'submitted' })
    await addJob(trx, mailApplication, { applicationId, event: 'submitted' })
    await addJob(trx, screenApplication, { applicationId })
    return
  }
  if (status.state === 'sent') {
    if (newlySigned) await addJob(trx, mailApplication, { applicationId, event: 'turn' })
    return
  }
  // Declined by a donor, or withdrawn at the provider: it can be changed and sent again.
  await updateApplication(trx, applicationId, {
    state: 'draft',
    revision: row.revision + 1,
    changed_at: now,
    envelope_id: null,
  })
  await addJob(trx, mailApplication, { applicationId, event: 'not-signed' })
}

/** @returns whether there is a new signature. */
async function recordDecisions(
  trx: Kysely<DB>,
  row: ApplicationRow,
  status: EnvelopeStatus,
  now: Date,
): Promise<boolean> {
  let newlySigned = false
  for (const signer of await signersOf(trx, row)) {
    const said = status.signers.find(({ signerId }) => signerId === signer.signer_id)
    if (!said || said.state === 'waiting') continue
    const { state, at } = said
    const reason = state === 'declined' ? said.reason : null
    if (!(await setDecision(trx, signer, { state, at: at ?? now, reason }))) continue
    newlySigned ||= state === 'signed'
    await addEvent(trx, row.application_id, eventOf(signer, state, reason, at ?? now))
  }
  return newlySigned
}

const eventOf = (signer: SignerRow, state: 'signed' | 'declined', reason: string | null, at: Date) => ({
  kind: state === 'signed' ? ('signed' as const) : ('signature-declined' as const),
  at,
  userId: signer.user_id,
  name: signer.name,
  bySponsor: false,
  text: reason,
})

/** The signed document, once everyone has signed. */
export async function signedApplication(place: DocumentPlace, row: ApplicationRow): Promise<Uint8Array> {
  if (row.envelope_id === null) throw new Error(`the application ${row.application_id} has no envelope`)
  return await partsOf(place, row).provider.signedDocument(row.envelope_id)
}

/** Files the signed document with the documents of the new account. */
async function file(place: DocumentPlace, row: ApplicationRow): Promise<void> {
  const { db, book, documentFiles, clock } = place
  const { application_id: applicationId, account_id: accountId, envelope_id: envelopeId } = row
  if (accountId === null) throw new Error(`the application ${applicationId} has no account`)
  await updateApplication(db, applicationId, { asked_at: clock.now() })
  const bytes = await signedApplication(place, row)
  await storeDocumentInJob(
    { db, book, documentFiles },
    {
      accountId,
      type: 'application',
      name: fileNameOf(row),
      mediaType: 'application/pdf',
      bytes,
      cause: `envelope:${row.provider}:${envelopeId}`.slice(0, 200),
      addedBy: null,
      at: clock.now(),
    },
    async (trx, documentId) => await updateApplication(trx, applicationId, { document_id: documentId }),
  )
}
