import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf, rightPerson } from '../../testing/access-matrix/describe-access.ts'
import { examples } from '../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { prepare, send } from '../../testing/access-matrix/send-example.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'

// With one connection in each pool, a request that asks for a second while it holds the first waits for itself until it fails. In
// production a few such requests at once take all connections and wait for each other.

const failures: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(line) })
let portal: TestApp
let npt: MatrixBook
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock(), maxPerBook: 1, settings: { log } })
  npt = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

// The access tests say what each call answers; here the calls before may have changed what it is about.
test.each(examples.map(example => [nameOf(example.endpoint), example] as const))(
  '%s needs one connection of a pool at a time',
  async (_name, example) => {
    const session = await npt.sessionOf(rightPerson(example))
    await send(portal, await prepare(example, npt), npt.book, session)
    expect(failures.filter(line => line.includes('trying to connect'))).toEqual([])
  },
)
