import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { countProposed } from './vettings.queries.ts'
import { countryOf } from './vettings.ts'

/** How many vettings and records of due diligence wait for a second person. */
export const countVettingsToConfirm = (realmDb: Kysely<DB>, client: Client): Promise<number> =>
  countProposed(realmDb, countryOf(client))
