import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addMonths, dateOf, type IsoDate, isoDate } from '../../domain/dates.ts'
import { minorPerUnit } from '../../domain/money.ts'
import { emptyChoices } from '../../features/grants/domain/grant-choices.ts'
import type { Frequency } from '../../features/grants/schedules/domain/schedule.ts'
import { makeSchedule } from '../../features/grants/schedules/server/change-schedule.ts'
import type { ScheduleSettings } from '../../features/grants/schedules/server/schedule-terms.ts'
import type { DB } from '../../server/db/schema.ts'

/** How often the donor gives to a charity of the list, how much, and in how many months for the first time. */
const plans: readonly { frequency: Frequency; units: bigint; inMonths: number; day: string }[] = [
  { frequency: 'monthly', units: 500n, inMonths: 1, day: '15' },
  { frequency: 'quarterly', units: 1_000n, inMonths: 2, day: '28' },
  { frequency: 'yearly', units: 2_500n, inMonths: 3, day: '01' },
]

type SchedulesToWrite = { client: Client; donorId: string; now: Date }

/** Schedules of the donor's funds, each to another charity of the fund's list. All of their dates are to come. */
export async function writeDemoSchedules(
  db: Kysely<DB>,
  { client, donorId, now }: SchedulesToWrite,
): Promise<void> {
  const listed = await db
    .selectFrom('charity_list_entry as e')
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'e.book').onRef('a.account_id', '=', 'e.account_id'),
    )
    .select(['e.account_id', 'e.charity_id'])
    .where('e.added_by', '=', donorId)
    .where('a.account_status', '=', 'Active')
    .orderBy('e.account_id')
    .orderBy('e.charity_id')
    .execute()
  const today = dateOf(now, client.timeZone)
  for (const accountId of new Set(listed.map(({ account_id }) => account_id))) {
    const charities = listed.filter(({ account_id }) => account_id === accountId)
    for (const [index, { frequency, units, inMonths, day }] of plans.entries()) {
      const charity = charities[index]
      if (!charity) continue
      await makeSchedule(
        db,
        accountId,
        {
          idempotencyKey: randomUUID(),
          charityId: charity.charity_id,
          amountMinor: units * minorPerUnit,
          ...emptyChoices,
          certified: true,
          frequency,
          startsOn: isoDate(`${addMonths(today, inMonths).slice(0, 8)}${day}`),
          end: { kind: 'never' },
        },
        settingsOf(client, { donorId, today, now }),
      )
    }
  }
}

function settingsOf(
  client: Client,
  { donorId, today, now }: { donorId: string; today: IsoDate; now: Date },
): ScheduleSettings {
  const person = { userId: donorId, name: 'Eleanor Whitcombe', side: 'fund' as const }
  return {
    client,
    book: client.book,
    today,
    now,
    otherBook: null,
    actor: person,
    author: { ...person, onBehalfOf: null, sessionId: null, address: '127.0.0.1' },
    source: { userId: donorId, sessionId: null, client: client.name, address: '127.0.0.1', at: now },
    permissions: {
      userId: donorId,
      actions: new Set(['GRANT_RECOMMEND'] as const),
      accountRoles: ['donor'],
    },
    // The demonstration writes for people; none of its sums reaches the threshold.
    requireVerification: () => {},
  }
}
