import { systemClock } from '../domain/clock.ts'
import { screenBook } from '../features/screening/server/screen-everybody.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that compares everybody live in a book with the lists, and that a test can kill while it stores what it found.

const { server, book }: { server: never; book: string } = JSON.parse(process.argv[2] ?? '')

await screenBook(openDatabases({ server, secret: testSecret }).book(book), {
  ...{ book, clock: systemClock, signal: new AbortController().signal },
})
process.exit(0)
