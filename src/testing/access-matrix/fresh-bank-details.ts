import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'

type About = { book: string; charityId: string; staffId: string }

/** Bank details of a charity that wait for a second person. Their numbers are invalid, because no test decrypts them. */
export function freshBankDetailsOf(portal: TestApp, { book, charityId, staffId }: About) {
  const realmDb = portal.databases.realm(book)
  const withoutBankDetails = async () => {
    await realmDb
      .updateTable('charity_bank_details')
      .set({
        state: 'declined',
        note: 'Another one',
        decided_by: staffId,
        decided_by_name: 'A test',
        decided_at: new Date(),
      })
      .where('charity_id', '=', charityId)
      .where('state', '=', 'proposed')
      .execute()
  }
  return {
    withoutBankDetails,
    freshBankDetails: async () => {
      await withoutBankDetails()
      const detailsId = randomUUID()
      await realmDb
        .insertInto('charity_bank_details')
        .values({
          details_id: detailsId,
          charity_id: charityId,
          country: 'US',
          holder_name: 'Matrix Shelter',
          last_four: '4711',
          ciphertext: Buffer.alloc(40),
          key_id: 'none',
          data_key: Buffer.alloc(61),
          reason: 'Their letter',
          proposed_by: staffId,
          proposed_by_name: 'A test',
          proposed_at: new Date(),
        })
        .execute()
      return detailsId
    },
  }
}
