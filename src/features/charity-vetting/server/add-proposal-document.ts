import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { storeExaminedUpload } from '../../documents/server/store-examined-upload.ts'
import type * as contract from '../proposals.contract.ts'
import { insertDocument, maxDocuments } from './proposals.queries.ts'
import { one, type Viewer } from './proposals.ts'

/** Adds a supporting document to a proposal that is not decided. It is a document of the account, examined and scanned like any other. */
export async function addProposalDocument(
  { params: { proposalId }, query, upload }: HandlerInput<typeof contract.addProposalDocument>,
  context: ContextOf<typeof contract.addProposalDocument>,
): Promise<Reply<typeof contract.addProposalDocument>> {
  const { db, account } = context
  const { accountId } = account
  await requireOpen(db, accountId, proposalId, context)
  await storeExaminedUpload(
    upload,
    { accountId, type: 'correspondence', name: query.name },
    context,
    async (trx, documentId) => await insertDocument(trx, { proposalId, documentId }),
  )
  return await one(db, accountId, proposalId, context)
}

async function requireOpen(
  db: Kysely<DB>,
  accountId: string,
  proposalId: string,
  viewer: Viewer & Pick<BaseContext, 'client'>,
): Promise<void> {
  const { state, documents } = await one(db, accountId, proposalId, viewer)
  if (state !== 'received')
    throw new Problem('conflict', { detail: 'This suggestion has already been decided.' })
  if (documents.length >= maxDocuments)
    throw fieldProblem('file', `A suggestion can have up to ${maxDocuments} documents`)
}
