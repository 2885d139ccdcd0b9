import { books } from '../../src/clients/clients.ts'
import { addDays, dateOf } from '../../src/domain/dates.ts'
import { grantSchedules } from '../../src/features/grants/schedules/server/run-schedules.ts'
import { insertSchedules } from '../../src/testing/grants/make-schedules.ts'
import type { ClientName } from '../fixtures.ts'
import type { MadeDonor } from './make-donor.ts'
import { inDatabase } from './make-person.ts'

/**
 * A schedule of the donor to the made charity whose first date was a week ago and waits: its amount is more than the fund has. Returns the
 * schedule's id.
 */
export async function makeWaitingDate(client: ClientName, donor: MadeDonor): Promise<string> {
  const book = books.find(({ name }) => name === client)
  if (!book) throw new Error(`no book is named ${client}`)
  let scheduleId = ''
  await inDatabase(async databases => {
    const { user_id: userId } = await databases
      .realm(client)
      .selectFrom('app_user')
      .select('user_id')
      .where('sso_id', '=', donor.userId)
      .executeTakeFirstOrThrow()
    const now = new Date()
    const today = dateOf(now, 'UTC')
    const user = { realm: client, userId, ssoId: donor.userId, email: donor.email }
    const made = await insertSchedules(
      databases,
      {
        book: client,
        accountId: donor.accountId,
        donor: { user: { ...user, firstName: 'Ada', lastName: 'Winslow' } },
      } as Parameters<typeof insertSchedules>[1],
      donor.charityId,
      { count: 1, frequency: 'monthly', startsOn: addDays(today, -7) },
    )
    scheduleId = made[0] ?? ''
    const db = databases.book(client)
    await db
      .updateTable('grant_schedule')
      .set({ amount_minor: 2_000_000_00n })
      .where('schedule_id', '=', scheduleId)
      .execute()
    const signal = new AbortController().signal
    await grantSchedules.run({ book, db, day: addDays(today, -1), now, documentFiles: null, signal })
  })
  return scheduleId
}
