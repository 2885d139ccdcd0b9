import { randomUUID } from 'node:crypto'
import { clients } from '../../src/clients/clients.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { embeddedProvider } from '../../src/features/signing/server/embedded-provider.ts'
import { readEnvironment } from '../../src/server/env.ts'
import { openDocumentFiles } from '../../src/server/files/open-files.ts'
import { writePdf } from '../../src/server/pdf/write-pdf.ts'
import type { SignatureProvider } from '../../src/server/signatures/provider.ts'
import { storedSecret } from '../../tools/start/stored-secret.ts'
import { originOf } from '../fixtures.ts'
import type { MadeDonor } from './make-donor.ts'
import { inDatabase, type MadePerson } from './make-person.ts'

/** Calls the embedded provider of npt on the running server's database and files. */
export async function withProvider(act: (provider: SignatureProvider) => Promise<void>): Promise<void> {
  const dataDir = process.env.ALMONER_E2E_DATA_DIR ?? ''
  const environment = readEnvironment('demonstration', { DATA_DIR: dataDir })
  const documentFiles = openDocumentFiles(environment, await storedSecret(dataDir))
  const client = clients.npt
  if (!client) throw new Error('there is no client npt')
  await inDatabase(async databases => {
    const db = databases.book('npt')
    await act(
      embeddedProvider({
        book: 'npt',
        db,
        documentFiles,
        client,
        clock: systemClock,
        origin: originOf('npt'),
      }),
    )
  })
}

/** A letter of three pages that the people sign in this order. */
export async function makeEnvelope(
  { accountId }: MadeDonor,
  signers: readonly (MadePerson & { name: string })[],
): Promise<string> {
  const client = clients.npt
  if (!client) throw new Error('there is no client npt')
  const sentence = 'The donor gives this amount irrevocably. NPT Giving has exclusive legal control over it. '
  const bytes = await writePdf({
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
    origin: originOf('npt'),
    versionOf: null,
    createdAt: new Date(),
    pictures: new Map(),
  })
  let envelopeId = ''
  const userIds = new Map<string, string>()
  await inDatabase(async databases => {
    for (const { userId } of signers) {
      const { user_id: found } = await databases
        .realm('npt')
        .selectFrom('app_user')
        .select('user_id')
        .where('sso_id', '=', userId)
        .executeTakeFirstOrThrow()
      userIds.set(userId, found)
    }
  })
  await withProvider(async provider => {
    const created = await provider.createEnvelope({
      requestKey: randomUUID(),
      accountId,
      subject: 'Gift agreement for $10,000.00',
      document: { name: 'Gift agreement.pdf', bytes },
      signers: signers.map(({ userId, name, email }, index) => ({
        signerId: userIds.get(userId) ?? '',
        userId: userIds.get(userId) ?? '',
        name,
        email,
        routingOrder: index + 1,
      })),
    })
    envelopeId = created.envelopeId
  })
  return envelopeId
}
