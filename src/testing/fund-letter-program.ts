import { writeFundLetter } from '../features/inactive-funds/server/write-fund-letter.ts'
import { openDatabases } from '../server/db/pools.ts'
import { encryptedFiles } from '../server/files/encrypted-files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import { testClock } from './clock.ts'
import { testSecret } from './database/database-server.ts'
import { testDocumentKeys } from './document-keys.ts'
import { jobSettings } from './jobs.ts'

// A program of its own that a test can kill after it stored the bytes of a letter, of which the database does not know yet. It prints
// `stopped` there.

type Given = { server: never; folder: string; stepId: string }
const { server, folder, stepId }: Given = JSON.parse(process.argv[2] ?? '')
const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
await writeFundLetter.run(
  { client: 'npt', book: 'npt', stepId },
  {
    ...jobSettings,
    db: openDatabases({ server, secret: testSecret }).book('npt'),
    origin: { book: 'npt' },
    mailer: null,
    documentFiles: {
      ...documentFiles,
      put: async (file, plain) => {
        await documentFiles.put(file, plain)
        // The timer keeps the program alive until it is killed.
        await new Promise<never>(() => {
          setInterval(() => undefined, 60_000)
          process.stdout.write('stopped\n')
        })
      },
    },
    sealer: null,
    clock: testClock(),
    signal: new AbortController().signal,
  },
)
