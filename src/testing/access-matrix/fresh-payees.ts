import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { makeCharity, registerOf } from '../factories/make-charity.ts'

type About = { book: string; staffId: string }

export type FreshPayees = {
  /** A new charity without a payee of its own. */
  freshPayeeCharity(): Promise<string>
  /** A change of the payee of a new charity, which another member of staff entered. */
  freshPayeeChange(): Promise<{ charityId: string; changeId: string }>
}

export const unknownPayees: FreshPayees = {
  freshPayeeCharity: async () => 'US-EIN-000000001',
  freshPayeeChange: async () => ({ charityId: 'US-EIN-000000001', changeId: randomUUID() }),
}

/** Changes of payees, each of a charity of its own, because a confirmed one keeps the charity from being paid for three days. */
export function freshPayeesOf(portal: TestApp, { book, staffId }: About): FreshPayees {
  const freshPayeeCharity = async () =>
    (await makeCharity(portal.databases, { register: registerOf(book) })).charityId
  return {
    freshPayeeCharity,
    freshPayeeChange: async () => {
      const changed = await freshPayeeCharity()
      const changeId = randomUUIDv7()
      await portal.databases
        .realm(book)
        .insertInto('charity_payee_change')
        .values({
          change_id: changeId,
          charity_id: changed,
          before_payee: '{}',
          payee_name: 'Matrix Shelter, Treasurer',
          reason: 'Their letter',
          proposed_by: staffId,
          proposed_by_name: 'A test',
          proposed_at: new Date(),
        })
        .execute()
      return { charityId: changed, changeId }
    },
  }
}
