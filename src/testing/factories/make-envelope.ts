import { randomUUID } from 'node:crypto'
import { clients } from '../../clients/clients.ts'
import { embeddedProvider } from '../../features/signing/server/embedded-provider.ts'
import type { SignatureProvider, Signer } from '../../server/signatures/provider.ts'
import { originOf, type TestApp } from '../app.ts'
import { pdfOf } from './make-file.ts'
import type { MadeFund, Person } from './make-fund.ts'

type Portal = Pick<TestApp, 'databases' | 'documentFiles' | 'clock'>

/** The embedded provider of a client's first book. */
export function providerOf({ databases, documentFiles, clock }: Portal, name = 'npt'): SignatureProvider {
  const client = clients[name]
  if (!client) throw new Error(`there is no client ${name}`)
  const book = client.book.name
  return embeddedProvider({
    book,
    db: databases.book(book),
    documentFiles,
    client,
    clock,
    origin: originOf(name),
  })
}

export const signerOf = ({ user }: Person, routingOrder = 1): Signer => ({
  signerId: user.userId,
  userId: user.userId,
  name: `${user.firstName} ${user.lastName}`,
  email: user.email,
  routingOrder,
})

export const sponsor = (routingOrder: number): Signer => ({
  signerId: 'sponsor',
  userId: null,
  name: 'Grants team',
  email: 'grants@example.org',
  routingOrder,
})

/** A document of the fund that waits to be signed (default: by its donor). */
export async function makeEnvelope(
  portal: Portal,
  fund: MadeFund,
  about: { signers?: readonly Signer[]; bytes?: Uint8Array; requestKey?: string; client?: string } = {},
): Promise<string> {
  const { signers = [signerOf(fund.donor)], bytes = pdfOf(), requestKey = randomUUID() } = about
  const { envelopeId } = await providerOf(portal, about.client ?? fund.book).createEnvelope({
    requestKey,
    about: { kind: 'account', accountId: fund.accountId },
    subject: 'Gift agreement for 10,000.00',
    document: { name: 'Gift agreement.pdf', bytes },
    signers,
  })
  return envelopeId
}
