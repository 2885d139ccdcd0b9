import { books } from '../clients/clients.ts'
import type { IsoDate } from '../domain/dates.ts'
import { quarterlyStatements } from '../features/statements/server/make-statements.ts'
import { openDatabases } from '../server/db/pools.ts'
import { encryptedFiles } from '../server/files/encrypted-files.ts'
import { folderFiles } from '../server/files/folder-files.ts'
import { runDueWork } from '../server/jobs/due-work.ts'
import { testSecret } from './database/database-server.ts'
import { testDocumentKeys } from './document-keys.ts'

// A program of its own that a test can kill while it makes the statements of a book. It stops while it stores its second
// statement, and prints `stopped`.

type Given = { server: never; folder: string; day: IsoDate; bookName: string }
const { server, folder, day, bookName }: Given = JSON.parse(process.argv[2] ?? '')
const book = books.find(({ name }) => name === bookName)
if (!book) throw new Error(`no book ${bookName}`)
const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
let stored = 0
await runDueWork([quarterlyStatements], {
  hour: 12,
  book,
  db: openDatabases({ server, secret: testSecret }).book(bookName),
  today: day,
  now: new Date(),
  documentFiles: {
    ...documentFiles,
    put: async (file, plain) => {
      await documentFiles.put(file, plain)
      stored += 1
      if (stored < 2) return
      process.stdout.write('stopped\n')
      // The timer keeps the program alive until it is killed.
      await new Promise(() => setInterval(() => undefined, 60_000))
    },
  },
  signal: new AbortController().signal,
})
