import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { screenAddressWith } from '../../../contract/screen-address.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { NotTheirTurn, type SignatureProvider } from '../../../server/signatures/provider.ts'
import {
  checkSigningAddress,
  openProvider,
  unavailableProblem,
} from '../../../server/signatures/providers.ts'
import { embeddedProviderName } from '../../signing/server/embedded-provider.ts'
import { type InBook, type Place, placeOfLink } from '../../signing/server/find-place.ts'
import type * as accountOpeningContract from '../account-opening.contract.ts'
import { advanceApplication } from './advance-application.ts'
import { type ApplicationRow, findApplication } from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { linkHash } from './mail-application.ts'
import { maySignNow } from './show-application.ts'
import { findByLink, type SignerRow, signersOf } from './signers.queries.ts'

/** The address at which a signer with a login signs now. */
export async function signApplication(
  { params }: HandlerInput<typeof accountOpeningContract.signApplication>,
  context: OpeningContext,
): Promise<Reply<typeof accountOpeningContract.signApplication>> {
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

export async function addressFor(
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

export function providerOf(
  { provider }: ApplicationRow,
  { db, book }: InBook,
  context: BaseContext,
): SignatureProvider {
  return openProvider(context.signatures, provider ?? '', { ...context, db, book: book.name })
}

export type Linked = { row: ApplicationRow; signer: SignerRow; signers: readonly SignerRow[]; inBook: InBook }

/** The application and signer of a mailed link. Unknown, used and replaced links get the same answer. */
export async function ofLink(token: string, { db, book, otherBook, clock }: BaseContext): Promise<Linked> {
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

/** The signer's place at the portal's own provider. */
export async function placeAt({ row, signer, inBook }: Linked): Promise<Place> {
  const { envelope_id: envelopeId, provider } = row
  if (provider !== embeddedProviderName || envelopeId === null) throw new Problem('not-found')
  return await placeOfLink({ envelopeId, signerId: signer.signer_id }, inBook)
}

export const placeOf = async (token: string, context: BaseContext) =>
  await placeAt(await ofLink(token, context))
