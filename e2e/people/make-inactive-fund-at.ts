import { clientNamed } from '../../src/clients/clients.ts'
import type { IsoDate } from '../../src/domain/dates.ts'
import { dayMs } from '../../src/domain/durations.ts'
import { makeAccount } from '../../src/testing/factories/make-account.ts'
import { makeContribution } from '../../src/testing/factories/make-contribution.ts'
import { inDatabase } from './make-person.ts'

/** A fund of npt that nobody granted from, with a letter that nobody answered for two years. */
export async function makeInactiveFundAt(client: string, accountName: string): Promise<void> {
  const { book } = clientNamed(client)
  await inDatabase(async databases => {
    const account = await makeAccount(databases, {
      book: book.name,
      accountName,
      openedOn: '2021-03-01' as IsoDate,
    })
    await makeContribution(databases, account, 900_00n)
    const letter = {
      ...{ date: '2024-01-02', fundId: account.fundId, accountName, people: [], answerBy: '2025-01-02' },
      ...{ title: 'Your Donor-Advised Fund', text: [] },
    }
    await databases
      .book(book.name)
      .insertInto('inactive_fund_step')
      .values({
        account_id: account.accountId,
        kind: 'letter',
        letter: JSON.stringify(letter),
        by_user: account.accountId,
        by_name: 'Erin Clerk',
        at: new Date(Date.now() - 730 * dayMs),
      })
      .execute()
  })
}
