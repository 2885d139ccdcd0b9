import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { decisionRefusal } from '../../../server/auth/dual-control.ts'
import type { DB } from '../../../server/db/schema.ts'
import { isSameValue, proposalDays, settingOf } from '../domain/settings.ts'
import { listWaitingSince, type SettingChangeRow, valueOfRow } from './settings.queries.ts'

const proposalMs = proposalDays * dayMs

export const endOfProposal = ({ requested_at: at }: Pick<SettingChangeRow, 'requested_at'>): Date =>
  new Date(at.getTime() + proposalMs)

const fileSaysTheSame = (row: Pick<SettingChangeRow, 'setting' | 'file_value'>, file: Client): boolean =>
  isSameValue(valueOfRow(row.file_value), settingOf(file, row.setting))

/** Why a proposed threshold can no longer be confirmed, as a sentence; null while it can. */
export function lapseOf(row: SettingChangeRow, file: Client, now: Date): string | null {
  if (now > endOfProposal(row))
    return `No second person confirmed this within ${proposalDays} days. Propose it again.`
  return fileSaysTheSame(row, file)
    ? null
    : 'The client’s file was changed since this was proposed. Look at the value in force and propose it again.'
}

/** Why this person may not confirm it, as a sentence; null if they may. */
export const confirmationRefusal = ({ requested_by: by }: SettingChangeRow, actor: Actor): string | null =>
  decisionRefusal(actor, {
    permission: 'SETTINGS_MANAGE',
    by,
    own: 'You proposed this, so someone else has to confirm it.',
  })

/** How many thresholds of the client wait for a second person. */
export async function countWaitingThresholds(
  realmDb: Kysely<DB>,
  { file, now }: { file: Client; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - proposalMs)
  const waiting = await listWaitingSince(realmDb, { client: file.name, since })
  return waiting.filter(row => fileSaysTheSame(row, file)).length
}
