import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'

/** @throws Problem not-found unless the charity is in one of the client's registers. */
export async function requireCharity(
  charityId: string,
  { db, client }: { db: Kysely<DB>; client: Client },
): Promise<void> {
  if (!(await findCharity(db, charityId, client.charityRegisters))) throw new Problem('not-found')
}
