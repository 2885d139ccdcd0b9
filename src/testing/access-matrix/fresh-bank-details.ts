import { randomUUID } from 'node:crypto'
import { encryptedDetails } from '../../features/charity-profiles/server/propose-corrections.ts'
import type { TestApp } from '../app.ts'
import { newNumbers } from '../payments/payment-calls.ts'

type About = { book: string; charityId: string; staffId: string }

export type FreshBankDetails = {
  /** New bank details of the charity that another member of staff entered. */
  freshBankDetails(): Promise<string>
  /** Declines the bank details that wait, because one charity has one at a time. */
  withoutBankDetails(): Promise<void>
}

export const unknownBankDetails: FreshBankDetails = {
  freshBankDetails: async () => randomUUID(),
  withoutBankDetails: async () => {},
}

/** Bank details of a charity that wait for a second person. */
export function freshBankDetailsOf(portal: TestApp, { book, charityId, staffId }: About): FreshBankDetails {
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
      const details = encryptedDetails(portal.documentFiles.keys, book, newNumbers(book))
      await realmDb
        .insertInto('charity_bank_details')
        .values({
          ...details,
          charity_id: charityId,
          holder_name: 'Matrix Shelter',
          reason: 'Their letter',
          proposed_by: staffId,
          proposed_by_name: 'A test',
          proposed_at: new Date(),
        })
        .execute()
      return details.details_id
    },
  }
}
