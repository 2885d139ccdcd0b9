import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { NotTheirTurn, type SignerState } from '../../../server/signatures/provider.ts'
import {
  checkSigningAddress,
  openProvider,
  unavailableProblem,
} from '../../../server/signatures/providers.ts'
import { acceptsSignatures } from '../domain/contribution.ts'
import type * as contract from '../pending-documents.contract.ts'
import { advanceDocument } from './advance-document.ts'
import { type DocumentRow, findByTransaction, findSigners } from './contribution-documents.queries.ts'

type Context = ContextOf<typeof contract.signPendingDocument>

/**
 * The address at which the caller signs a document now (§4). The document must be of the account in the path, and wait for
 * the caller.
 */
export async function signPendingDocument(
  { body }: HandlerInput<typeof contract.signPendingDocument>,
  context: Context,
): Promise<Reply<typeof contract.signPendingDocument>> {
  const { db, actor, account } = context
  const { accountId, transactionId } = body.data.attributes
  if (accountId !== account.accountId) throw new Problem('not-found')
  const document = await findByTransaction(db, accountId, transactionId)
  if (!document || document.state === 'preparing') throw new Problem('not-found')
  if (!acceptsSignatures(account.status)) throw new Problem('access-denied')
  const signers = await findSigners(db, document.contribution_document_id)
  const own = signers.find(({ user_id: userId }) => userId === actor.userId)
  if (!own) throw new Problem('access-denied')
  if (document.state !== 'pending' || document.void_requested_at !== null || own.state !== 'waiting')
    throw new Problem('conflict', { detail: reasonFor(document, own.state) })
  return { meta: { url: await addressFor(document, own.signer_id, transactionId, context) } }
}

async function addressFor(
  document: DocumentRow,
  signerId: string,
  transactionId: number,
  context: Context,
): Promise<string> {
  const { db, signatures, origin, book } = context
  const { envelope_id: envelopeId, contribution_document_id: documentId } = document
  if (envelopeId === null) throw new Error(`the document ${documentId} is pending without an envelope`)
  try {
    const provider = openProvider(signatures, document.provider, { ...context, book: book.name })
    const path = screenAddress('/sign-pending-document', { signing: String(transactionId) })
    const returnTo = new URL(path, origin)
    const address = await provider.signingAddress({ envelopeId, signerId, returnTo })
    return checkSigningAddress(address, provider, origin).href
  } catch (error) {
    if (!(error instanceof NotTheirTurn)) {
      context.log.error({ err: error }, 'no signing address')
      throw unavailableProblem(error)
    }
    // The portal has not received the provider's event yet.
    await addJob(db, advanceDocument, { documentId }, { key: documentId })
    throw new Problem('conflict', {
      detail: 'This document isn’t waiting for your signature at the moment. Please look again in a minute.',
    })
  }
}

function reasonFor({ state }: DocumentRow, ownState: SignerState): string {
  if (ownState === 'signed') return 'You have already signed this document.'
  if (state === 'declined') return 'A signer has declined this document, so no one needs to sign it.'
  return 'This document no longer needs your signature.'
}
