import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { screenAddress, screenAddressWith } from '../../../contract/screen-address.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { NotTheirTurn, type SignatureProvider } from '../../../server/signatures/provider.ts'
import {
  checkSigningAddress,
  openProvider,
  unavailableProblem,
} from '../../../server/signatures/providers.ts'
import { consentAt, declineAt, signAt } from '../../signing/server/decide.ts'
import { embeddedProviderName } from '../../signing/server/embedded-provider.ts'
import { type InBook, type Place, placeOfLink } from '../../signing/server/find-place.ts'
import { documentAt, toResponse } from '../../signing/server/show-envelope.ts'
import type { signApplication } from '../account-opening.contract.ts'
import type {
  consentByLink,
  declineByLink,
  getLinkAddress,
  getLinkDocument,
  openSigningLink,
  signByLink,
} from '../signing-link.contract.ts'
import { advanceApplication } from './advance-application.ts'
import { type ApplicationRow, findApplication } from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { linkHash } from './mail-application.ts'
import { maySignNow } from './show-application.ts'
import { findByLink, type SignerRow, signersOf } from './signers.queries.ts'

/** The address at which a signer with a login signs now. */
export async function startSigning(
  { params }: HandlerInput<typeof signApplication>,
  context: OpeningContext,
): Promise<Reply<typeof signApplication>> {
  const { row, signers, own } = await findVisibleApplication(params.applicationId, context)
  if (!own) throw new Problem('access-denied')
  if (!maySignNow(row, signers, own))
    throw new Problem('conflict', {
      detail:
        'This application isn’t waiting for your signature at the moment. Please look again in a minute.',
    })
  const path = screenAddressWith(
    '/new-account-opening/$step',
    { step: 'sign' },
    { application: row.application_id },
  )
  const returnTo = new URL(path, context.origin)
  return { meta: { url: await addressFor({ row, signer: own, returnTo }, context, context) } }
}

type ToSign = { row: ApplicationRow; signer: SignerRow; returnTo: URL }

async function addressFor(
  { row, signer, returnTo }: ToSign,
  inBook: InBook,
  context: BaseContext,
): Promise<string> {
  const { envelope_id: envelopeId, application_id: applicationId } = row
  if (envelopeId === null) throw new Error(`the application ${applicationId} has no envelope`)
  try {
    const provider = providerOf(row, inBook, context)
    const address = await provider.signingAddress({ envelopeId, signerId: signer.signer_id, returnTo })
    return checkSigningAddress(address, provider, context.origin).href
  } catch (error) {
    if (!(error instanceof NotTheirTurn)) {
      context.log.error({ err: error }, 'no signing address')
      throw unavailableProblem(error)
    }
    // The portal has not received the provider's event yet.
    await addJob(inBook.db, advanceApplication, { applicationId }, { key: applicationId })
    throw new Problem('conflict', {
      detail:
        'This application isn’t waiting for your signature at the moment. Please look again in a minute.',
    })
  }
}

function providerOf(
  { provider }: ApplicationRow,
  { db, book }: InBook,
  context: BaseContext,
): SignatureProvider {
  return openProvider(context.signatures, provider ?? '', { ...context, db, book: book.name })
}

type Linked = { row: ApplicationRow; signer: SignerRow; signers: readonly SignerRow[]; inBook: InBook }

/** The application and signer of a mailed link. Unknown, used and replaced links get the same answer. */
async function ofLink(token: string, { db, book, otherBook, clock }: BaseContext): Promise<Linked> {
  const books: InBook[] = [{ db, book }, ...(otherBook ? [{ db: otherBook.db, book: otherBook }] : [])]
  for (const inBook of books) {
    const found = await findByLink(inBook.db, linkHash(token), clock.now())
    if (!found) continue
    const row = await findApplication(inBook.db, found.applicationId)
    const signers = row ? await signersOf(inBook.db, row) : []
    const signer = signers.find(({ signer_id: id }) => id === found.signerId)
    if (row && signer) return { row, signer, signers, inBook }
  }
  throw new Problem('not-found', {
    detail: 'This link has expired. Please ask the person who prepared the application for a new one.',
  })
}

export async function showLink(
  { body }: HandlerInput<typeof openSigningLink>,
  context: BaseContext,
): Promise<Reply<typeof openSigningLink>> {
  const linked = await ofLink(body.token, context)
  const { row, signer, inBook } = linked
  const isHere = row.provider === embeddedProviderName && row.envelope_id !== null
  return {
    name: signer.name,
    reference: Number(row.reference),
    accountName: row.draft.account.accountName,
    startedBy: row.started_by_name,
    envelope: isHere ? (await toResponse(await placeAt(linked), context)).data : null,
    provider: providerOf(row, inBook, context).name,
    state: stateOf(linked),
  }
}

function stateOf({ row, signer }: Linked): 'waiting' | 'preparing' | 'signed' | 'ended' {
  if (signer.state === 'signed') return 'signed'
  if (row.state !== 'signing' || signer.state === 'declined') return 'ended'
  return row.envelope_id === null ? 'preparing' : 'waiting'
}

/** The signer's place at the portal's own provider. */
async function placeAt({ row, signer, inBook }: Linked): Promise<Place> {
  const { envelope_id: envelopeId, provider } = row
  if (provider !== embeddedProviderName || envelopeId === null) throw new Problem('not-found')
  return await placeOfLink({ envelopeId, signerId: signer.signer_id }, inBook)
}

const placeOf = async (token: string, context: BaseContext) => await placeAt(await ofLink(token, context))

export const linkDocument = async (
  { body }: HandlerInput<typeof getLinkDocument>,
  context: BaseContext,
): Promise<Reply<typeof getLinkDocument>> => await documentAt(await placeOf(body.token, context), context)

export const consentWithLink = async (
  { body }: HandlerInput<typeof consentByLink>,
  context: BaseContext,
): Promise<Reply<typeof consentByLink>> => await consentAt(await placeOf(body.token, context), body, context)

export const signWithLink = async (
  { body }: HandlerInput<typeof signByLink>,
  context: BaseContext,
): Promise<Reply<typeof signByLink>> => await signAt(() => placeOf(body.token, context), body, context)

export const declineWithLink = async (
  { body }: HandlerInput<typeof declineByLink>,
  context: BaseContext,
): Promise<Reply<typeof declineByLink>> => await declineAt(() => placeOf(body.token, context), body, context)

/** Where a link's reader signs at another provider. They come back to the page of the link, which then says so. */
export async function linkSigningAddress(
  { body }: HandlerInput<typeof getLinkAddress>,
  context: BaseContext,
): Promise<Reply<typeof getLinkAddress>> {
  const { row, signer, signers, inBook } = await ofLink(body.token, context)
  if (!maySignNow(row, signers, signer))
    throw new Problem('conflict', {
      detail: 'This application isn’t waiting for your signature at the moment.',
    })
  const returnTo = new URL(screenAddress('/new-account-opening/confirm'), context.origin)
  return { meta: { url: await addressFor({ row, signer, returnTo }, inBook, context) } }
}
