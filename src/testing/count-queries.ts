import pg from 'pg'
import { vi } from 'vitest'

/** How many statements this process sends to the database while `work` runs, transactions included. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}
