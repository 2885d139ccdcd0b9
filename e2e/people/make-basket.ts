import { randomUUID } from 'node:crypto'
import { addDraftsToBasket } from '../../src/features/grants/baskets/server/baskets.ts'
import { draftOf } from '../../src/testing/grants/make-draft.ts'
import { clientNamed } from './make-envelope.ts'
import { inDatabase } from './make-person.ts'

/** The open basket of a client's account with one more grant in it, whose charity is to be corrected. */
export async function makeBasketOf(name: string, fundId: number, userId: string): Promise<string> {
  let basketId = ''
  await inDatabase(async databases => {
    const book = databases.book(clientNamed(name).book.name)
    const { account_id: accountId } = await book
      .selectFrom('fund_account')
      .select('account_id')
      .where('fund_id', '=', BigInt(fundId))
      .executeTakeFirstOrThrow()
    const content = draftOf({ charityId: 'US-EIN-000000000', name: 'Unknown' })
    const editor = { userId, name: 'Ada Winslow', at: new Date() }
    basketId = (await addDraftsToBasket(book, accountId, [{ draftId: randomUUID(), content }], editor))
      .basketId
  })
  return basketId
}
