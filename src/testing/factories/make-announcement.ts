import { randomUUID } from 'node:crypto'
import { books } from '../../clients/clients.ts'
import type { Announcement } from '../../features/contributions/domain/announcement.ts'
import { insertAnnouncement } from '../../features/contributions/fund/server/announcements.queries.ts'
import type { TestApp } from '../app.ts'
import type { MadeAccount } from './make-account.ts'

/** Announces a contribution, by default a delivery of securities, as a person of the account does. */
export async function makeAnnouncement(
  { databases, clock }: Pick<TestApp, 'databases' | 'clock'>,
  { book, accountId }: Pick<MadeAccount, 'book' | 'accountId'>,
  userId: string,
  announcement: Announcement = {
    way: 'securities',
    assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '120.5' }],
    sentFrom: 'Harbor Brokers',
    sendsOn: null,
    note: '',
  },
): Promise<{ contributionId: string; transactionId: number }> {
  return await databases
    .book(book)
    .transaction()
    .execute(
      async trx =>
        await insertAnnouncement(trx, {
          accountId,
          announcement,
          currency: books.find(each => each.name === book)?.currency ?? 'USD',
          by: { userId, name: 'Ada Finch', sessionId: null, address: null },
          at: clock.now(),
          idempotencyKey: randomUUID(),
        }),
    )
}
