import type { ClientBase } from 'pg'
import { type ChangeKind, kindsOfChange, type RegisterFacts } from '../../domain/register-change.ts'
import type { RegisterName } from './register-row.ts'

// What an import changes is found while it updates the charities: each statement returns the old and the new row, so that no second pass
// over the register is needed.

const changesOf = (importId: bigint) => `register_staging.change_${importId}`

/** In the transaction of the merge, so that an import that fails leaves nothing. */
export async function createChanges(client: ClientBase, importId: bigint): Promise<void> {
  await client.query(
    `create unlogged table ${changesOf(importId)}
       (place integer generated always as identity, charity_id text not null, renamed boolean not null, before jsonb not null, after jsonb not null)`,
  )
}

/** The columns on which something here may rely. */
const facts = (row: 'old' | 'new') =>
  `row(${['name_key', 'subsection', 'foundation', 'deductibility', 'status', 'removed_on', 'delisted_on']
    .map(column => `${row}.${column}`)
    .join(', ')}, ${row}.unread_on is null)`

/** Runs an update of `charity c` and stores what it changed that something may rely on. Returns how many rows it updated. */
export async function withChanges(
  client: ClientBase,
  importId: bigint,
  { update, parameters }: { update: string; parameters: unknown[] },
): Promise<number> {
  const differs = `${facts('old')} is distinct from ${facts('new')}`
  const { rows } = await client.query<{ updated: number }>(
    `with updated as (
       ${update}
       returning c.charity_id, old.name_key <> new.name_key as renamed,
         case when ${differs} then register_change_facts(old) end as before,
         case when ${differs} then register_change_facts(new) end as after
     ), stored as (
       insert into ${changesOf(importId)} (charity_id, renamed, before, after)
       select charity_id, renamed, before, after from updated where before is not null
     )
     select count(*)::integer as updated from updated`,
    parameters,
  )
  return rows[0]?.updated ?? 0
}

type Group = {
  charity_id: string
  before: Omit<RegisterFacts, 'name'>
  after: Omit<RegisterFacts, 'name'>
  renamed: boolean
  charities: number
}

/** How long changes are kept. A book has compared them long before; what it found it keeps itself. */
const keptDays = 400

/**
 * Stores the changes of an import with their kinds, in its transaction, and returns how many there are of each. The rules of eligibility are
 * the program's; they are asked once for each pair of facts, of which there are a few hundred.
 */
export async function storeChanges(
  client: ClientBase,
  importId: bigint,
  register: RegisterName,
): Promise<Partial<Record<ChangeKind, number>>> {
  // A line may both change a charity and make it doubtful: what counts is what was before and what is after all.
  const whole = `(select charity_id, bool_or(renamed) as renamed, (array_agg(before order by place))[1] as before,
      (array_agg(after order by place desc))[1] as after
    from ${changesOf(importId)} group by charity_id)`
  const { rows: groups } = await client.query<Group>(
    `select min(charity_id) as charity_id, before - 'name' as before, after - 'name' as after, renamed, count(*)::integer as charities
       from ${whole} w group by 2, 3, 4`,
  )
  const counts: Partial<Record<ChangeKind, number>> = {}
  const kindsOf = groups.map(({ charity_id: charityId, before, after, renamed, charities }) => {
    const kinds = kindsOfChange(
      { register, charityId },
      { name: '', ...before },
      { name: '', ...after },
      renamed,
    )
    for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + charities
    return { before, after, renamed, kinds }
  })
  await client.query(
    `insert into register_change (import_id, charity_id, kinds, before, after)
     select $1, w.charity_id, array(select jsonb_array_elements_text(k.kinds)), w.before, w.after
       from ${whole} w
       join jsonb_to_recordset($2::jsonb) as k (before jsonb, after jsonb, renamed boolean, kinds jsonb)
         on w.before - 'name' = k.before and w.after - 'name' = k.after and w.renamed = k.renamed
      where jsonb_array_length(k.kinds) > 0`,
    [importId, JSON.stringify(kindsOf)],
  )
  await client.query(
    `delete from register_change c using register_import i
      where i.import_id = c.import_id and i.finished_at < now() - make_interval(days => $1)`,
    [keptDays],
  )
  return counts
}
