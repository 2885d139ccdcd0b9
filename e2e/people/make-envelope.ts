import { randomUUID } from 'node:crypto'
import type { Client } from '../../src/clients/client.ts'
import { clients } from '../../src/clients/clients.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { embeddedProvider } from '../../src/features/signing/server/embedded-provider.ts'
import type { Databases } from '../../src/server/db/pools.ts'
import { readEnvironment } from '../../src/server/env.ts'
import { openDocumentFiles } from '../../src/server/files/open-files.ts'
import { writePdf } from '../../src/server/pdf/write-pdf.ts'
import type { SignatureProvider, Signer } from '../../src/server/signatures/provider.ts'
import { storedSecret } from '../../tools/start/stored-secret.ts'
import type { MadeDonor } from './make-donor.ts'
import { inDatabase, type MadePerson } from './make-person.ts'

export const clientNamed = (name: string): Client => {
  const client = clients[name]
  if (!client) throw new Error(`there is no client ${name}`)
  return client
}

/** Calls the embedded provider of a client (default: npt) on the running server's database and files. */
export async function withProvider(
  act: (provider: SignatureProvider, databases: Databases) => Promise<void>,
  name = 'npt',
): Promise<void> {
  const dataDir = process.env.ALMONER_E2E_DATA_DIR ?? ''
  const environment = readEnvironment('demonstration', { DATA_DIR: dataDir })
  const documentFiles = openDocumentFiles(environment, await storedSecret(dataDir))
  const client = clientNamed(name)
  const origin = `http://${name}.localhost:${process.env.ALMONER_E2E_PORT}`
  await inDatabase(async databases => {
    const db = databases.book(client.book.name)
    const book = client.book.name
    await act(embeddedProvider({ book, db, documentFiles, client, clock: systemClock, origin }), databases)
  })
}

/** An agreement of three pages. */
async function agreementOf(client: Client): Promise<Buffer> {
  const sentence = `The donor gives this amount irrevocably. ${client.displayName} has exclusive legal control over it. `
  return await writePdf({
    title: 'Gift agreement',
    text: Array.from({ length: 3 }, (_, index) => [
      {
        kind: 'heading' as const,
        level: 2 as const,
        id: `part-${index}`,
        children: [{ kind: 'text' as const, text: `Part ${index + 1}` }],
      },
      { kind: 'paragraph' as const, children: [{ kind: 'text' as const, text: sentence.repeat(20) }] },
    ]).flat(),
    client,
    origin: `https://${client.name}.example.org`,
    versionOf: null,
    createdAt: new Date(),
    pictures: new Map(),
  })
}

async function createEnvelope(name: string, accountId: string, signers: readonly Signer[]): Promise<string> {
  const bytes = await agreementOf(clientNamed(name))
  let envelopeId = ''
  await withProvider(async provider => {
    const created = await provider.createEnvelope({
      requestKey: randomUUID(),
      about: { kind: 'account', accountId },
      subject: 'Gift agreement',
      document: { name: 'Gift agreement.pdf', bytes },
      signers,
    })
    envelopeId = created.envelopeId
  }, name)
  return envelopeId
}

/** An agreement of npt that the people sign in this order. */
export async function makeEnvelope(
  { accountId }: MadeDonor,
  people: readonly (MadePerson & { name: string })[],
  { isCountersigned = false } = {},
): Promise<string> {
  const signers: Signer[] = []
  await inDatabase(async databases => {
    for (const { userId: ssoId, name, email } of people) {
      const { user_id: userId } = await databases
        .realm('npt')
        .selectFrom('app_user')
        .select('user_id')
        .where('sso_id', '=', ssoId)
        .executeTakeFirstOrThrow()
      signers.push({ signerId: userId, userId, name, email, routingOrder: signers.length + 1 })
    }
  })
  if (isCountersigned)
    signers.push({ ...sponsor, signerId: 'sponsor', userId: null, routingOrder: signers.length + 1 })
  return await createEnvelope('npt', accountId, signers)
}

const sponsor = { name: 'Somebody', email: 'somebody@example.org' }

/** An agreement of the account for one user of a client; null: for the sponsor. */
export async function makeEnvelopeOf(name: string, fundId: number, userId: string | null): Promise<string> {
  const { book } = clientNamed(name)
  let accountId = ''
  await inDatabase(async databases => {
    const account = await databases
      .book(book.name)
      .selectFrom('fund_account')
      .select('account_id')
      .where('fund_id', '=', BigInt(fundId))
      .executeTakeFirstOrThrow()
    accountId = account.account_id
  })
  const signer = { ...sponsor, routingOrder: 1 }
  return await createEnvelope(name, accountId, [{ ...signer, signerId: userId ?? 'sponsor', userId }])
}
