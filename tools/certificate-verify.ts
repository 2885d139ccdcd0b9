// npm run certificate:verify FILE: verifies a file of certificates, of one grant or of a whole book, without a database.
// npm run certificate:export BOOK FILE: writes the certificates of a whole book to such a file.
// Exits with 1 if a certificate is not valid, with 2 if it cannot be verified. See docs/operate.md.
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { books } from '../src/clients/clients.ts'
import { linesOfBook } from '../src/features/grants/certificates/server/verify-book.ts'
import {
  type CertificatesReport,
  linesOfText,
  verifyCertificates,
} from '../src/features/grants/certificates/server/verify-certificates.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { failureText } from './failure-text.ts'
import { findInstalledDatabase, secretOf } from './find-installed-database.ts'

async function verify(file: string | undefined): Promise<boolean> {
  if (file === undefined) throw new EnvironmentError('Name the file: npm run certificate:verify FILE')
  await stat(file).catch((error: unknown) => {
    throw new EnvironmentError(`The file cannot be read: ${error instanceof Error ? error.message : error}`)
  })
  const report = await verifyCertificates(linesOfText(createReadStream(file, 'utf8')))
  for (const line of reportLines(report)) console.log(line)
  return report.finding === null && report.head !== null
}

function reportLines({ certificates, withInternal, head, isWhole, finding }: CertificatesReport): string[] {
  if (finding !== null) return [`NOT valid: ${finding}.`]
  if (head === null) return ['The file has no certificate.']
  return [
    `${certificates} ${certificates === 1 ? 'certificate' : 'certificates'} of the book ${head.book}, ${withInternal} with the internal part. Nothing was changed.`,
    isWhole
      ? 'The file has every certificate from the first on.'
      : 'The file does not have every certificate of the book.',
    `The last is certificate ${head.number}. Its digest is ${head.digest}. Compare it with the audit log or another copy: whoever has none can make a file anew.`,
  ]
}

async function exportBook(book: string | undefined, file: string | undefined): Promise<void> {
  if (file === undefined || !books.some(({ name }) => name === book) || book === undefined)
    throw new EnvironmentError(
      `Name the book (${books.map(({ name }) => name).join(', ')}) and the file: npm run certificate:export BOOK FILE`,
    )
  const environment = readEnvironment('demonstration')
  const database = await findInstalledDatabase(environment)
  const databases = openDatabases({
    ...{ server: database.server, secret: await secretOf(environment), maxPerBook: 1 },
  })
  const withEnds = async function* () {
    for await (const line of linesOfBook(databases.book(book))) yield `${line}\n`
  }
  try {
    // Nobody else may read it, and no file is replaced.
    await pipeline(Readable.from(withEnds()), createWriteStream(file, { mode: 0o600, flags: 'wx' })).catch(
      (error: NodeJS.ErrnoException) => {
        // Only the file has errors of the system that name a path.
        if (error.path === undefined) throw error
        throw new EnvironmentError(
          error.code === 'EEXIST'
            ? `${file} exists, and is not replaced.`
            : `${file} cannot be written: ${error.message}`,
        )
      },
    )
    console.log(`The certificates of the book ${book} were written to ${file}.`)
  } finally {
    await databases.close()
    await database.stop()
  }
}

try {
  const [command, book, file] = process.argv.slice(2)
  if (command === 'export') await exportBook(book, file)
  else if (!(await verify(command))) process.exitCode = 1
} catch (error) {
  console.error(failureText(error, [EnvironmentError, EmbeddedPostgresError]))
  process.exitCode = 2
}
