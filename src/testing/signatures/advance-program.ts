import { envelopeOwners } from '../../app/server/envelope-owners.ts'
import { systemClock } from '../../domain/clock.ts'
import { advance } from '../../features/contributions/server/advance-document.ts'
import { embeddedProvider } from '../../features/signing/server/embedded-provider.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { encryptedFiles } from '../../server/files/encrypted-files.ts'
import { folderFiles } from '../../server/files/folder-files.ts'
import { testSecret } from '../database/database-server.ts'
import { testDocumentKeys } from '../document-keys.ts'
import { pdfOf } from '../factories/make-file.ts'

// A program of its own that a test can kill while it advances a contribution document. It stops at a step and prints `stopped`.

export type StepToStopAt = 'after-envelope' | 'after-status' | 'before-filing' | 'after-bytes'
type Arguments = { server: never; folder: string; documentId: string; step: StepToStopAt }

const { server, folder, documentId, step }: Arguments = JSON.parse(process.argv[2] ?? '')

/** The timer keeps the program alive until it is killed. */
const stopAt = async (here: StepToStopAt) => {
  if (step !== here) return
  await new Promise<never>(() => {
    setInterval(() => undefined, 60_000)
    process.stdout.write('stopped\n')
  })
}
const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
await advance(
  {
    book: 'npt',
    db: openDatabases({ server, secret: testSecret }).book('npt'),
    documentFiles: {
      ...documentFiles,
      put: async (file, plain) => {
        await documentFiles.put(file, plain)
        if (file.key.includes('account-documents')) await stopAt('after-bytes')
      },
    },
    signatures: {
      owners: envelopeOwners,
      nameFor: () => 'embedded',
      open: (_name, place) => {
        const provider = embeddedProvider(place)
        return {
          ...provider,
          createEnvelope: async request => {
            const created = await provider.createEnvelope(request)
            await stopAt('after-envelope')
            return created
          },
          status: async envelopeId => {
            const status = await provider.status(envelopeId)
            await stopAt('after-status')
            return status
          },
          signedDocument: async () => {
            await stopAt('before-filing')
            // Sealing is another job's work.
            return pdfOf()
          },
        }
      },
    },
    originPattern: 'http://{client}.localhost:3000',
    clock: systemClock,
  },
  documentId,
)
process.exit(0)
