import { dateOf } from '../../../domain/dates.ts'
import { signaturesOf } from '../../signing/server/signatures-of.ts'
import type { AccountApplication, ApplicationDocument } from '../account-opening.contract.ts'
import {
  type ApplicationState,
  acceptsSignatures,
  maxLinks,
  mayReturnToDraft,
  mayWithdraw,
} from '../domain/application.ts'
import { checkDraft } from '../domain/check-step.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import type { ApplicationRow } from './applications.queries.ts'
import type { OpeningContext, VisibleApplication } from './find-application.ts'
import type { SignerRow } from './signers.queries.ts'
import { type DocumentRow, supportingDocumentsOf } from './supporting-documents.queries.ts'

/** The donors in one line: "Ada Finch, Ben Rook". */
export const donorsOf = ({ donors }: ApplicationDraft): string =>
  donors
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
    .filter(name => name !== '')
    .join(', ')

export async function toResponse(
  seen: VisibleApplication,
  context: OpeningContext,
): Promise<AccountApplication> {
  const { row, signers, isStarter, isReviewer, own } = seen
  const { db, client, today } = context
  const { state } = row
  const signatures = await signaturesOf(db, row)
  // A donor who signs sees the document, not the supporting documents of the others.
  const documents = isStarter || isReviewer ? await supportingDocumentsOf(db, row.application_id) : []
  return {
    applicationId: row.application_id,
    reference: Number(row.reference),
    state,
    startedAs: row.started_as,
    startedBy: row.started_by_name,
    changedAt: row.changed_at.toISOString(),
    revision: row.revision,
    draft: row.draft,
    errors: state === 'draft' ? checkDraft(row.draft, today) : {},
    message: row.message,
    signers: signers.map(signer => ({
      ...signerOf(signer, { own, state, mayChange: isStarter }),
      signature: signatures.get(signer.signer_id) ?? null,
    })),
    documents: documents.map(document => toSupportingDocument(document, client.timeZone)),
    fundId: isStarter || isReviewer || own ? fundIdOf(row) : null,
    mayEdit: isStarter && state === 'draft',
    maySend: isStarter && state === 'draft',
    maySign: own !== undefined && maySignNow(row, signers, own),
    mayAnswer: isStarter && state === 'asked',
    mayReturnToDraft: isStarter && mayReturnToDraft(state),
    mayWithdraw: isStarter && mayWithdraw(state),
  }
}

const fundIdOf = ({ fund_id: fundId }: ApplicationRow) => (fundId === null ? null : Number(fundId))

/** Whether it is this signer's turn: the document is at its provider, and everyone before them has signed. */
export const maySignNow = (
  { state, envelope_id: envelopeId }: Pick<ApplicationRow, 'state' | 'envelope_id'>,
  signers: readonly SignerRow[],
  own: SignerRow,
): boolean =>
  acceptsSignatures(state) &&
  envelopeId !== null &&
  own.state === 'waiting' &&
  signers.every(each => each.state === 'signed' || each.routing_order >= own.routing_order)

type SignerContext = { own: SignerRow | undefined; state: ApplicationState; mayChange: boolean }

const signerOf = (signer: SignerRow, { own, state, mayChange }: SignerContext) => {
  const isYou = signer.signer_id === own?.signer_id
  return {
    signerId: signer.signer_id,
    name: signer.name,
    isYou,
    state: signer.state,
    at: signer.decided_at?.toISOString() ?? null,
    reason: signer.reason,
    mayRemind: mayChange && !isYou && mayRemind(signer, state),
  }
}

/** Whether the mail to a signer can be sent again: it is their turn, and the first one was sent. */
export const mayRemind = (
  { state, links }: Pick<SignerRow, 'state' | 'links'>,
  applicationState: ApplicationState,
): boolean => acceptsSignatures(applicationState) && state === 'waiting' && links > 0 && links < maxLinks

export const toSupportingDocument = (row: DocumentRow, timeZone: string): ApplicationDocument => ({
  documentId: row.document_id,
  fileName: row.name,
  type: row.type,
  addedDate: dateOf(row.added_at, timeZone),
  bytes: row.bytes,
})
