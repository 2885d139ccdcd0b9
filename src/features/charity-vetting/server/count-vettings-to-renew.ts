import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { dueDiligence, renewalDaysOf } from '../domain/vetting.ts'
import { countEnding } from './vettings.queries.ts'
import { countryOf } from './vettings.ts'

/** The vettings in force and records of due diligence that end soon. An expired one is asked for by the review of the next grant. */
export async function countVettingsToRenew(realmDb: Kysely<DB>, client: Client, now: Date): Promise<number> {
  return (await findVettingsToRenew(realmDb, client, now)).count
}

/** The same, with the first day on which one ends. */
export async function findVettingsToRenew(
  realmDb: Kysely<DB>,
  client: Client,
  now: Date,
): Promise<{ count: number; first: IsoDate | null }> {
  const today = dateOf(now, client.timeZone)
  return await countEnding(realmDb, countryOf(client), {
    today,
    before: {
      dueDiligence: addDays(today, renewalDaysOf(dueDiligence)),
      others: addDays(today, renewalDaysOf('church')),
    },
  })
}
