import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const counter = new AsyncLocalStorage<{ count: number }>()

/**
 * How many statements `work` sends to the database, transactions included. Those of jobs that run meanwhile in this process do not count,
 * and neither do reads on the connection that short reads share.
 */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const send = pg.Client.prototype.query
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const counted = counter.getStore()
    if (counted) counted.count += 1
    return Reflect.apply(send, this, args)
  })
  const counted = { count: 0 }
  try {
    await counter.run(counted, work)
    return counted.count
  } finally {
    query.mockRestore()
  }
}

/**
 * How many statements more a command sends for a long list than for a short one: 0 if it asks once. `prepare` makes what the command needs
 * and returns the command, which checks its answer. The first of each kind is not counted, because it fills caches and opens connections.
 */
export async function growthOfQueries(
  [short, long]: readonly [short: number, long: number],
  prepare: (size: number) => Promise<() => Promise<unknown>>,
): Promise<number> {
  const counts: number[] = []
  for (const size of [short, short, long]) counts.push(await countQueries(await prepare(size)))
  const [, ofShort = 0, ofLong = 0] = counts
  if (ofShort === 0) throw new Error('the command sent no statement')
  return ofLong - ofShort
}
