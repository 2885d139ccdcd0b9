import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DB, SettingChange } from '../../../server/db/schema.ts'
import { shortRead } from '../../../server/db/statement.ts'
import type { SettingName, SettingValue, SetValue } from '../domain/settings.ts'

export type SettingChangeRow = Selectable<SettingChange>

const storedValue = z.union([z.string(), z.object({ decision: z.int(), payment: z.int() })])

/** A value that the constraint value_of_setting has checked. */
export const valueOfRow = (value: unknown): SettingValue => storedValue.parse(value)

type SetRow = Pick<SettingChangeRow, 'change_id' | 'setting' | 'value' | 'file_value' | 'revision'>

const readSetValues = shortRead<SetRow, [client: string]>(
  `select distinct on (setting) change_id, setting, value, file_value, revision from setting_change
    where client = $1 and state = 'made' order by setting, revision desc`,
)

/** The value of each setting of the client that was last set on screen. */
export async function listSetValues(
  realmDb: Kysely<DB>,
  client: string,
): Promise<(SetValue & { changeId: string; revision: number })[]> {
  return (await readSetValues(realmDb, client)).map(row => ({
    setting: row.setting,
    value: valueOfRow(row.value),
    fileValue: valueOfRow(row.file_value),
    changeId: row.change_id,
    revision: row.revision ?? 0,
  }))
}

/**
 * The changes of a client’s settings, the latest first: 100, and however many came since, the last of each setting that was made and what
 * waits.
 */
export async function listSettingChanges(realmDb: Kysely<DB>, client: string): Promise<SettingChangeRow[]> {
  return await realmDb
    .selectFrom('setting_change')
    .selectAll()
    .select([
      sql<string>`name_and_access(requested_by, requested_by_name)`.as('requested_by_name'),
      sql<string | null>`name_and_access(decided_by, decided_by_name)`.as('decided_by_name'),
    ])
    .where('client', '=', client)
    .where(
      sql<boolean>`(state = 'waiting'
        or change_id in (
          select c.change_id from setting_change c where c.client = ${client} order by c.requested_at desc, c.change_id desc limit 100)
        or change_id in (
          select distinct on (c.setting) c.change_id from setting_change c where c.client = ${client} and c.state = 'made'
          order by c.setting, c.revision desc))`,
    )
    .orderBy('requested_at', 'desc')
    .orderBy('change_id', 'desc')
    .execute()
}

/** One change of a client’s settings at a time. */
export async function lockSettings(trx: Kysely<DB>, client: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings:' || realm() || ':' || ${client}::text, 0))`.execute(
    trx,
  )
}

export async function findChangeByKey(
  trx: Kysely<DB>,
  idempotencyKey: string,
): Promise<SettingChangeRow | undefined> {
  return await trx
    .selectFrom('setting_change')
    .selectAll()
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function findSettingChange(
  trx: Kysely<DB>,
  { changeId, client }: { changeId: string; client: string },
): Promise<SettingChangeRow | undefined> {
  return await trx
    .selectFrom('setting_change')
    .selectAll()
    .where('change_id', '=', changeId)
    .where('client', '=', client)
    .executeTakeFirst()
}

export async function findWaitingChange(
  trx: Kysely<DB>,
  { client, setting }: { client: string; setting: SettingName },
): Promise<SettingChangeRow | undefined> {
  return await trx
    .selectFrom('setting_change')
    .selectAll()
    .where('client', '=', client)
    .where('setting', '=', setting)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

export async function insertSettingChange(trx: Kysely<DB>, change: Insertable<SettingChange>): Promise<void> {
  await trx.insertInto('setting_change').values(change).execute()
}

export async function updateSettingChange(
  trx: Kysely<DB>,
  changeId: string,
  columns: Partial<Insertable<SettingChange>>,
): Promise<void> {
  await trx.updateTable('setting_change').set(columns).where('change_id', '=', changeId).execute()
}

/** The thresholds of the client that have waited since then at the longest. */
export async function listWaitingSince(
  realmDb: Kysely<DB>,
  { client, since }: { client: string; since: Date },
): Promise<Pick<SettingChangeRow, 'setting' | 'file_value'>[]> {
  return await realmDb
    .selectFrom('setting_change')
    .select(['setting', 'file_value'])
    .where('client', '=', client)
    .where('state', '=', 'waiting')
    .where('requested_at', '>=', since)
    .execute()
}
