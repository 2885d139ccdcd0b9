import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { ChainedEvent } from './event-hash.ts'

const batchSize = 2000

const readBatch = statement<ChainedEvent, [afterSeq: string]>(
  `select seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
     to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as recorded_at,
     kind, user_id, actor_user_id, session_id, address::text as address, detail::text as detail, previous_hash, hash
   from audit_event where seq > $1 order by seq limit ${batchSize}`,
)

/** Yields the events of the connection's realm in the order of the chain, in batches that bound the memory. */
export async function* readHashChain(realmDb: Kysely<DB>): AsyncGenerator<ChainedEvent[]> {
  for (let last = '0'; ; ) {
    const events = await readBatch(realmDb, last)
    const lastEvent = events.at(-1)
    if (lastEvent === undefined) return
    yield events
    last = String(lastEvent.seq)
  }
}
