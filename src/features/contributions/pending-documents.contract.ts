import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { command, fundId, isoDate, listOf, listQuery, webAddress, wholeNumber } from '../../contract/wire.ts'
import { documentStates } from './domain/contribution.ts'

/** A transaction number of the ledger's series. */
const transactionId = wholeNumber(1, 999_999_999_999)

const pendingDocument = z.object({
  fileName: z.string(),
  /** The account's own id. */
  accountId: z.nullable(z.string()),
  transactionId: z.nullable(z.int()),
  transactionDate: isoDate,
  /** Whether the caller can sign it now. */
  maySign: z.boolean(),
  /** Whose turn it is, if it is not the caller's. */
  waitsFor: z.nullable(z.string()),
})
export type PendingDocument = z.output<typeof pendingDocument>

/** The documents of the account that wait for signatures (§2.10). */
export const listPendingDocuments = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/pending-documents',
  summary: 'Lists the documents of a fund account that await signatures',
  access: 'DOCUMENT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...listQuery }),
  reply: z.object({
    ...listOf(pendingDocument).shape,
    /** The provider of signatures to which 'Sign Document' leads. */
    provider: z.string(),
    /** Whether a single document is signed at once, without a press of the button. */
    redirectOnSingleDocument: z.boolean(),
  }),
})

export const exportPendingDocuments = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/pending-documents/export',
  summary: 'Exports the documents that await signatures as a workbook or as comma-separated values',
  access: 'DOCUMENT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...exportQuery }),
  reply: fileReply,
  file: true,
})

/** The state of a document that the caller went to sign, asked after they came back. */
export const getSigningOutcome = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/pending-documents/{transactionId}',
  summary: 'Returns the state of a document that the caller went to sign',
  access: 'DOCUMENT_VIEW',
  params: z.object({ fundId, transactionId }),
  reply: z.object({
    fileName: z.string(),
    state: z.enum(documentStates),
    /** The caller's own decision; null if they are no signer. */
    ownState: z.nullable(z.enum(['waiting', 'signed', 'declined'])),
    waitsFor: z.nullable(z.string()),
  }),
})
export type SigningOutcome = z.output<typeof getSigningOutcome.reply>

/**
 * §7's command. The address is good for some minutes and one use, and leads to one of the provider's own hosts.
 */
export const signPendingDocument = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/pending-documents/sign',
  summary: 'Returns the address at which the caller signs a document',
  access: 'DOCUMENT_SIGN',
  changesEntered: true,
  params: z.object({ fundId }),
  body: command(
    z.object({
      accountId: z.uuid('The document has no account, so it cannot be signed'),
      transactionId,
    }),
  ),
  reply: z.object({ meta: z.object({ url: webAddress }) }),
  silent: true,
})
