import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../db/schema.ts'

/** Decides and counts in one statement, for several addresses. False if the limit of one is reached. */
export async function addCausedMails(
  realmDb: Kysely<DB>,
  { day, senderHash }: { day: IsoDate; senderHash: Buffer },
  /** Each address once, with the number of its mails. */
  toAddresses: readonly { addressHash: Buffer; mails: number }[],
  limit: number,
): Promise<boolean> {
  const hashes = toAddresses.map(({ addressHash }) => addressHash)
  const { rows } = await sql`
    insert into caused_mail as known (day, sender_hash, address_hash, mails)
      select ${day}::date, ${senderHash}::bytea, added.hash, added.mails
      from unnest(${hashes}::bytea[], ${toAddresses.map(({ mails }) => mails)}::integer[]) added (hash, mails)
      where added.mails <= ${limit}
      -- Two at once lock the rows in the same order.
      order by added.hash
    on conflict (realm, day, sender_hash, address_hash) do update set mails = known.mails + excluded.mails
      where known.mails + excluded.mails <= ${limit}
    returning mails`.execute(realmDb)
  return rows.length === toAddresses.length
}

export async function deleteCausedMailBefore(realmDb: Kysely<DB>, before: IsoDate): Promise<void> {
  await realmDb.deleteFrom('caused_mail').where('day', '<', before).execute()
}
