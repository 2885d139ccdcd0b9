import type { Kysely } from 'kysely'
import type { Book } from '../../../clients/client.ts'
import { inactiveFundsOf } from '../../../clients/inactive-funds-of.ts'
import type { DB } from '../../../server/db/schema.ts'
import { countProposedGrants } from './inactive-funds.queries.ts'

/** How many default grants wait for a second person; none where the client keeps no list of inactive funds. */
export const countDefaultGrantsToConfirm = async (db: Kysely<DB>, book: Book): Promise<number> =>
  inactiveFundsOf(book) === null ? 0 : await countProposedGrants(db)
