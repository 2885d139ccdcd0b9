import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { storeDocument } from '../features/documents/server/store-document.ts'
import { openDatabases } from '../server/db/pools.ts'
import { encryptedFiles } from '../server/files/encrypted-files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import { testSecret } from './database/database-server.ts'
import { testDocumentKeys } from './document-keys.ts'

// A program of its own that a test can kill while it stores a document. It stops at a step and prints `stopped`.

export type StepToStopAt = 'before-bytes' | 'within-bytes' | 'before-completion'
type Arguments = { server: never; folder: string; accountId: string; step: StepToStopAt }

const { server, folder, accountId, step }: Arguments = JSON.parse(process.argv[2] ?? '')

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
const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
await storeDocument(
  {
    book: 'npt',
    db: openDatabases({ server, secret: testSecret }).book('npt'),
    documentFiles: {
      ...documentFiles,
      put: async (file, plain) => {
        if (step === 'before-bytes') await stop()
        await documentFiles.put(file, plain)
        if (step === 'before-completion') await stop()
      },
    },
  },
  {
    accountId,
    type: 'other',
    name: 'Letter',
    mediaType: 'application/pdf',
    bytes: Buffer.from('%PDF-1.7 letter'),
    addedBy: null,
    at: new Date(),
  },
)
