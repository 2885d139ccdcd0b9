import { readFile, rm } from 'node:fs/promises'
import { inspect } from 'node:util'
import * as z from 'zod/mini'

const logged = z.looseObject({ level: z.number(), err: z.optional(z.looseObject({ message: z.string() })) })

/** Errors that tests cause on purpose. */
const expected: readonly RegExp[] = [
  // errors.e2e.ts
  /^this disk is worn out$/,
]

/** Pino’s number of an error. What the program refuses on purpose, because a queue is full, is a warning (TooBusy). */
const errorLevel = 50

/**
 * After all tests: fails where the server logged an error that no test caused on purpose. Tests see the status of the requests that
 * they wait for; a job that failed, or an answer that nobody waited for, stands only in the log.
 */
export default async function errorsOfServer(): Promise<void> {
  const { ALMONER_E2E_LOG: log } = process.env
  if (log === undefined) throw new Error('playwright.config.ts names the log')
  const lines = (await readFile(log, 'utf8')).split('\n').filter(line => line.startsWith('{'))
  await rm(log)
  const unexpected = lines
    .map(line => logged.parse(JSON.parse(line)))
    .filter(({ level, err }) => level >= errorLevel && !expected.some(each => each.test(err?.message ?? '')))
  if (unexpected.length === 0) return
  for (const line of unexpected) console.error(inspect(line, { depth: 4 }))
  throw new Error(`The server logged ${unexpected.length} errors that no test caused on purpose`)
}
