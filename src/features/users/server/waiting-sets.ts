import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { isSameList, setProposalDays } from '../domain/staff-sets.ts'
import { listUndecidedSets, type SetChangeRow } from './staff-sets.queries.ts'
import { actionsIn, configuredSets } from './staff-sets.ts'

type Configured = Pick<Client, 'name' | 'staffSets' | 'locale'>

export const endOfSetProposal = ({ requested_at: at }: Pick<SetChangeRow, 'requested_at'>): Date =>
  new Date(at.getTime() + setProposalDays * dayMs)

/** Why a proposed change can no longer be confirmed, as a sentence; null while it can. */
export function lapseOfSet(row: SetChangeRow, client: Configured, now: Date): string | null {
  if (now > endOfSetProposal(row))
    return `No second person confirmed this within ${setProposalDays} days. Propose it again.`
  return configurationSaysTheSame(row, client)
    ? null
    : 'The client’s configuration of this set was changed since this was proposed. Look at the set and propose it again.'
}

function configurationSaysTheSame(row: SetChangeRow, client: Configured): boolean {
  const file = configuredSets(client).find(({ name }) => name === row.set_name)
  if (file === undefined || row.file_actions === null) return file === undefined && row.file_actions === null
  return file.role === row.role_code && isSameList(file.actions, actionsIn(file.role, row.file_actions))
}

/** Why this person may not confirm it, as a sentence; null if they may. */
export const setConfirmationRefusal = (
  { requested_by: by }: Pick<SetChangeRow, 'requested_by'>,
  operatorId: string,
): string | null => (by === operatorId ? 'You proposed this, so someone else has to confirm it.' : null)

/** How many changes of the client’s sets wait for a second person. */
export async function countWaitingSets(
  realmDb: Kysely<DB>,
  { client, now }: { client: Configured; now: Date },
): Promise<number> {
  const rows = await listUndecidedSets(realmDb, client.name)
  return rows.filter(row => lapseOfSet(row, client, now) === null).length
}
