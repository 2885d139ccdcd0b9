import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { test as base } from '../fixtures.ts'
import { inDatabase } from './make-person.ts'

/**
 * Gives tests that change what is common to a client, such as its stock of checks, their turns: the next one, also of another worker or of
 * the same test when it is repeated, begins when this one has ended.
 */
export const test = base.extend<{ takeTurn: (name: string) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
  takeTurn: async ({}, use) => {
    const ended = Promise.withResolvers<void>()
    const turns: Promise<void>[] = []
    await use(async name => {
      const taken = Promise.withResolvers<void>()
      turns.push(holdTurn(name, { onTaken: taken.resolve, until: ended.promise }).catch(taken.reject))
      await taken.promise
    })
    ended.resolve()
    await Promise.all(turns)
  },
})

type Turn = { onTaken: () => void; until: Promise<void> }

/** The database gives the turn back when its connection ends, also if the worker is killed. */
const holdTurn = async (name: string, { onTaken, until }: Turn): Promise<void> =>
  await inDatabase(async databases => {
    await databases
      .realm('npt')
      .connection()
      .execute(async connection => {
        const isTaken = async () => {
          const { rows } = await sql<{ taken: boolean }>`
            select pg_try_advisory_lock(hashtextextended(${`e2e ${name}`}, 0)) as taken`.execute(connection)
          return rows[0]?.taken === true
        }
        while (!(await isTaken())) await sleep(250)
        onTaken()
        await until
      })
  })
