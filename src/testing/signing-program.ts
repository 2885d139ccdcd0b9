import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { clients } from '../clients/clients.ts'
import { embeddedProvider } from '../features/signing/server/embedded-provider.ts'
import { sealEnvelope } from '../features/signing/server/seal-envelope.ts'
import { openDatabases } from '../server/db/pools.ts'
import { encryptedFiles } from '../server/files/encrypted-files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import type { EnvelopeRequest } from '../server/signatures/provider.ts'
import { readSealer } from '../server/signatures/seal/sealer.ts'
import { testSecret } from './database/database-server.ts'
import { testDocumentKeys } from './document-keys.ts'
import { jobSettings } from './jobs.ts'

// A program of its own that a test can kill while it creates an envelope or seals one. It stops at a step and prints `stopped`.

export type SigningStep = 'before-bytes' | 'within-bytes' | 'before-completion'
export type SigningProgram = {
  server: unknown
  folder: string
  step: SigningStep
  /** The envelope to seal, or the one to create with its bytes in base64. */
  work:
    | { seal: string; pem: string }
    | { create: Omit<EnvelopeRequest, 'document'>; name: string; base64: string }
}

const { server, folder, step, work }: SigningProgram = JSON.parse(process.argv[2] ?? '')

/** The timer keeps the program alive until it is killed. */
const stop = () =>
  new Promise<never>(() => {
    setInterval(() => undefined, 60_000)
    process.stdout.write('stopped\n')
  })
// A file is written completely before it is renamed.
if (step === 'within-bytes') {
  fs.rename = stop
  syncBuiltinESMExports()
}
const stored = encryptedFiles(folderFiles(folder), testDocumentKeys)
const documentFiles = {
  ...stored,
  put: async (...[file, plain]: Parameters<typeof stored.put>) => {
    if (step === 'before-bytes') await stop()
    await stored.put(file, plain)
    if (step === 'before-completion') await stop()
  },
}
const db = openDatabases({ server: server as never, secret: testSecret }).book('npt')
const client = clients.npt
if (!client) throw new Error('there is no client npt')
if ('seal' in work)
  await sealEnvelope.run(
    { envelopeId: work.seal },
    {
      ...jobSettings,
      db,
      origin: { book: 'npt' },
      mailer: null,
      documentFiles,
      sealer: readSealer(work.pem, 'The seal'),
      signal: new AbortController().signal,
    },
  )
else
  await embeddedProvider({
    book: 'npt',
    db,
    documentFiles,
    client,
    clock: { now: () => new Date() },
    origin: 'http://npt.localhost:3000',
  }).createEnvelope({
    ...work.create,
    document: { name: work.name, bytes: Buffer.from(work.base64, 'base64') },
  })
