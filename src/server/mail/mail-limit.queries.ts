import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../db/schema.ts'

/** Decides and counts in one statement. False if the limit is reached. */
export async function addCausedMail(
  realmDb: Kysely<DB>,
  { day, senderHash, addressHash }: { day: IsoDate; senderHash: Buffer; addressHash: Buffer },
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into caused_mail as known (day, sender_hash, address_hash, mails) values (${day}, ${senderHash}, ${addressHash}, 1)
    on conflict (realm, day, sender_hash, address_hash) do update set mails = known.mails + 1
      where known.mails < ${limit}
    returning mails`.execute(realmDb)
  return rows.length === 1
}

export async function deleteCausedMailBefore(realmDb: Kysely<DB>, before: IsoDate): Promise<void> {
  await realmDb.deleteFrom('caused_mail').where('day', '<', before).execute()
}
