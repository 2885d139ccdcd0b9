import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { EnvelopeStatus } from '../../../server/signatures/provider.ts'
import { openProvider, unavailableProblem } from '../../../server/signatures/providers.ts'
import type * as contract from '../pending-documents.contract.ts'
import { advanceDocument } from './advance-document.ts'
import {
  type DocumentRow,
  findByTransaction,
  findSigners,
  type StoredSigner,
} from './contribution-documents.queries.ts'

/**
 * The state of a document that the caller went to sign. If its provider knows more than the portal, a job is added that records it;
 * asking again then shows it.
 */
export async function getSigningOutcome(
  { params }: HandlerInput<typeof contract.getSigningOutcome>,
  context: ContextOf<typeof contract.getSigningOutcome>,
): Promise<Reply<typeof contract.getSigningOutcome>> {
  const { db, account, actor } = context
  const document = await findByTransaction(db, account.accountId, params.transactionId)
  if (!document) throw new Problem('not-found')
  const documentId = document.contribution_document_id
  const signers = await findSigners(db, documentId)
  const own = signers.find(({ user_id: userId }) => userId === actor.userId)
  if (own && (document.state === 'signed' || (await hasNews(document, signers, context))))
    await addJob(db, advanceDocument, { documentId }, { key: documentId })
  return {
    fileName: document.file_name,
    state: document.state,
    ownState: own?.state ?? null,
    waitsFor:
      document.state === 'pending' ? (signers.find(({ state }) => state === 'waiting')?.name ?? null) : null,
  }
}

async function hasNews(
  { state, envelope_id: envelopeId, provider: name }: DocumentRow,
  signers: readonly StoredSigner[],
  context: ContextOf<typeof contract.getSigningOutcome>,
): Promise<boolean> {
  if (state !== 'pending' || envelopeId === null) return false
  const provider = openProvider(context.signatures, name, { ...context, book: context.book.name })
  let status: EnvelopeStatus
  try {
    status = await provider.status(envelopeId)
  } catch (error) {
    throw unavailableProblem(error)
  }
  const stored = new Map(signers.map(({ signer_id: id, state: known }) => [id, known]))
  return (
    status.state !== 'sent' || status.signers.some(({ signerId, state: now }) => stored.get(signerId) !== now)
  )
}
