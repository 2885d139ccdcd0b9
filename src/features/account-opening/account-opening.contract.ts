import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredAnswer, requiredMessage } from '../../contract/required-text.ts'
import { command, fileName, isoDate, revisionFrom, webAddress } from '../../contract/wire.ts'
import { acknowledgesTerms } from '../account-details/account-name.contract.ts'
import { documentLink } from '../documents/documents.contract.ts'
import { maxDocumentBytes } from '../files/domain/document-files.ts'
import { signatureName } from '../signing/signing.contract.ts'
import { applicationStates, draftSteps, maxDocuments, startedAs } from './domain/application.ts'
import { applicationDraft } from './domain/draft.ts'

const signer = z.object({
  signerId: z.string(),
  name: z.string(),
  isYou: z.boolean(),
  state: z.enum(['waiting', 'signed', 'declined']),
  at: z.nullable(z.iso.datetime()),
  signature: z.nullable(signatureName),
  /** Why they declined. */
  reason: z.nullable(z.string()),
  /** Whether the caller may have the mail that asks them to sign sent again. It does not tell whether they have a login. */
  mayRemind: z.boolean(),
})
export type ApplicationSigner = z.output<typeof signer>

const document = z.object({
  documentId: z.string(),
  fileName: z.string(),
  type: z.enum(['identity', 'application']),
  addedDate: isoDate,
  bytes: z.int(),
})
export type ApplicationDocument = z.output<typeof document>

export const documentTypes = ['identity', 'application'] as const

/** An application for a fund account, as its starter, its signers and the sponsor's staff see it. */
const application = z.object({
  applicationId: z.string(),
  /** The number that people see. */
  reference: z.int(),
  state: z.enum(applicationStates),
  startedAs: z.enum(startedAs),
  startedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** Sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
  revision: z.int(),
  /** Null if it was erased at the end of its retention period. */
  draft: z.nullable(applicationDraft),
  /** Messages by step and field; empty if it can be sent to be signed. */
  errors: z.partialRecord(z.enum(draftSteps), z.record(z.string(), z.array(z.string()))),
  /** Staff's question, or why they declined. */
  message: z.nullable(z.string()),
  /** Those of the current document, in their order. */
  signers: z.array(signer),
  documents: z.array(document),
  /** The account that was opened; null before that, and for people who cannot see it. */
  fundId: z.nullable(z.int()),
  mayEdit: z.boolean(),
  maySend: z.boolean(),
  /** Whether it is the caller's turn to sign. */
  maySign: z.boolean(),
  mayAnswer: z.boolean(),
  mayReturnToDraft: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type AccountApplication = z.output<typeof application>

const summary = z.object({
  applicationId: z.string(),
  reference: z.int(),
  accountName: z.string(),
  donors: z.string(),
  state: z.enum(applicationStates),
  startedBy: z.string(),
  changedDate: isoDate,
  fundId: z.nullable(z.int()),
  maySign: z.boolean(),
})
export type ApplicationSummary = z.output<typeof summary>

/** What the caller started, and what waits for their signature, latest first. */
export const listApplications = endpoint({
  method: 'GET',
  path: '/api/account-applications',
  summary: 'Lists the account applications that the caller started or signs, latest first',
  access: 'signed-in',
  reply: z.object({
    data: z.array(summary),
    /** The roles in which the caller may start one; empty: none. */
    startRoles: z.array(z.enum(startedAs)),
  }),
})

export const startApplication = endpoint({
  method: 'POST',
  path: '/api/account-applications',
  summary: 'Starts an application for an account; repeating it returns the first',
  access: 'ACCOUNT_CREATE',
  records: ['application-started'],
  idempotent: true,
  body: command(z.object({ startedAs: z.enum(startedAs) })),
  reply: application,
})

const params = z.object({ applicationId: z.uuid() })
const revision = revisionFrom(1)

export const getApplication = endpoint({
  method: 'GET',
  path: '/api/account-applications/{applicationId}',
  summary: 'Returns an application for an account, for its starter, its signers and staff',
  access: 'signed-in',
  params,
  reply: application,
})

// Who may change an application depends on its row: its starter alone (find-application.ts). For everyone else it does not exist.

/** Saves the steps that it names; the others stay. A conflict says that someone saved the application in the meantime. */
export const saveApplication = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}',
  summary: 'Saves steps of an application for an account',
  access: 'signed-in',
  params,
  body: command(z.object({ revision, draft: z.partial(applicationDraft) })),
  reply: application,
  silent: true,
})

/** Sends it to its donors to be signed. Refused with messages by field while anything is missing. */
export const sendApplication = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/send',
  summary: 'Sends an application to its donors for signature; repeating it changes nothing',
  access: 'signed-in',
  records: ['application-sent-to-sign'],
  params,
  body: command(z.object({ revision, acknowledgesTerms })),
  reply: application,
})

/** Makes it a draft again, so that it can be changed. The document is withdrawn, and all signers sign again. */
export const returnToDraft = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/return-to-draft',
  summary: 'Withdraws an application from signature to change it; repeating it changes nothing',
  access: 'signed-in',
  records: ['application-returned-to-draft', 'envelope-voided'],
  params,
  body: command(z.object({})),
  reply: application,
})

export const withdrawApplication = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/withdraw',
  summary: 'Withdraws an application permanently; repeating it changes nothing',
  access: 'signed-in',
  records: ['application-withdrawn', 'envelope-voided'],
  params,
  body: command(z.object({})),
  reply: application,
})

export const applicationAnswer = z.object({ answer: requiredAnswer })
export const applicationMessage = z.object({ message: requiredMessage('Write a message to the applicant') })

export const answerQuestion = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/answer',
  summary: 'Answers a question of staff, which puts the application back under review',
  access: 'signed-in',
  records: ['application-answered'],
  params,
  body: command(applicationAnswer),
  reply: application,
})

/** The address at which the caller signs now, as for a pending document (§4). */
export const signApplication = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/sign',
  summary: 'Returns the address at which the caller signs the application',
  access: 'signed-in',
  records: ['application-signed', 'application-signature-declined', 'application-submitted'],
  params,
  body: command(z.object({})),
  reply: z.object({ meta: z.object({ url: webAddress }) }),
})

export const sendSigningLink = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/signers/{signerId}/link',
  summary: 'Mails a donor again that the application waits for their signature; a former link ends',
  access: 'signed-in',
  params: z.object({ applicationId: z.uuid(), signerId: z.uuid() }),
  body: command(z.object({})),
  reply: application,
})

/** The body is the file itself: a PDF, PNG or JPEG. */
export const addSupportingDocument = endpoint({
  method: 'POST',
  path: '/api/account-applications/{applicationId}/papers',
  summary: `Adds a supporting document to an application, up to ${maxDocuments}`,
  access: 'signed-in',
  records: ['document-added', 'document-quarantined'],
  params,
  query: z.object({
    name: fileName,
    type: z.enum(documentTypes),
  }),
  upload: { maxBytes: maxDocumentBytes },
  reply: document,
})

/** The link works as that of downloadDocument. */
export const downloadSupportingDocument = endpoint({
  method: 'GET',
  path: '/api/account-applications/{applicationId}/papers/{documentId}/download',
  summary: 'Returns a link that downloads a supporting document of an application, for its starter and staff',
  access: 'signed-in',
  params: z.object({ applicationId: z.uuid(), documentId: z.uuid() }),
  reply: documentLink,
})

/** The document that the donors sign: with their signatures once everyone has signed. */
export const downloadApplicationDocument = endpoint({
  method: 'GET',
  path: '/api/account-applications/{applicationId}/document/download',
  summary:
    'Returns a link that downloads the document of an application, for its starter, its signers and staff',
  access: 'signed-in',
  params,
  reply: documentLink,
})
