import { randomUUID } from 'node:crypto'
import { clientNamed } from '../../src/clients/clients.ts'
import { makePostedBatch } from '../../src/testing/factories/make-posted-batch.ts'
import { inDatabase } from './make-person.ts'

/** A batch that was posted, with a line of the first account of the client's book. Returns its id. */
export async function makeBatchAt(name: string): Promise<string> {
  let batchId = ''
  await inDatabase(async databases => {
    const { name: book } = clientNamed(name).book
    const { account_id: accountId } = await databases
      .book(book)
      .selectFrom('fund_account')
      .select('account_id')
      .orderBy('fund_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const about = { by: randomUUID(), reference: `Gains ${randomUUID()}` }
    batchId = await makePostedBatch(databases, { book, accountId }, about)
  })
  return batchId
}
