import { issueReceipt } from '../features/contributions/server/issue-receipt.ts'
import { openDatabases } from '../server/db/pools.ts'
import { encryptedFiles } from '../server/files/encrypted-files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import { makeSealerPem } from '../server/signatures/seal/make-sealer.ts'
import { readSealer } from '../server/signatures/seal/sealer.ts'
import { testClock } from './clock.ts'
import { testSecret } from './database/database-server.ts'
import { testDocumentKeys } from './document-keys.ts'
import { jobSettings } from './jobs.ts'

// A program of its own that a test can kill while it issues the receipt of a contribution. It stops at a step and prints `stopped`.

/** `before-bytes`: the receipt has its number; `after-bytes`: the store has its document, and the database does not know it. */
export type ReceiptStep = 'before-bytes' | 'after-bytes'
type Arguments = { server: never; folder: string; contributionId: string; now: string; step: ReceiptStep }

const { server, folder, contributionId, now, step }: Arguments = JSON.parse(process.argv[2] ?? '')

/** The timer keeps the program alive until it is killed. */
const stopAt = async (here: ReceiptStep) => {
  if (step !== here) return
  await new Promise<never>(() => {
    setInterval(() => undefined, 60_000)
    process.stdout.write('stopped\n')
  })
}
const clock = testClock(now)
const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
await issueReceipt.run(
  { contributionId },
  {
    ...jobSettings,
    db: openDatabases({ server, secret: testSecret }).book('npt'),
    origin: { book: 'npt' },
    mailer: null,
    documentFiles: {
      ...documentFiles,
      put: async (file, plain) => {
        await stopAt('before-bytes')
        await documentFiles.put(file, plain)
        await stopAt('after-bytes')
      },
    },
    sealer: readSealer(await makeSealerPem('Almoner test', clock.now()), 'The seal'),
    clock,
    signal: new AbortController().signal,
  },
)
process.exit(0)
