import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { entriesOf } from '../../../domain/keys-of.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { RealmRole } from '../../../domain/realm-roles.ts'
import { actionsOfRole } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type ConfiguredSet, isSameList, type SetInForce, setInForce } from '../domain/staff-sets.ts'
import { listSetsOnScreen, type SetRow } from './staff-sets.queries.ts'

/** The named sets of a client by name: first those of its configuration, then those that were made on screen. */
export type StaffSets = ReadonlyMap<string, SetInForce>

type Configured = Pick<Client, 'name' | 'staffSets' | 'locale'>

/** The permissions of a role that a list names, in the order in which all are listed. Others are left out. */
export function actionsIn(role: RealmRole, names: readonly string[]): Permission[] {
  const ofRole = actionsOfRole(role)
  const named = new Set(names)
  return permissions.filter(action => ofRole.has(action) && named.has(action))
}

/** The sets of the client's configuration. */
export const configuredSets = (client: Configured): ConfiguredSet[] =>
  entriesOf(client.staffSets).map(([name, { title, purpose, role, actions }]) => ({
    ...{ name, role, title, purpose: localEnglish(purpose, client.locale), isWhole: actions === 'all' },
    actions: actionsIn(role, actions === 'all' ? permissions : actions),
  }))

/** The named sets in force: the one place where those of the configuration and those of the screen come together. */
export async function staffSetsInForce(realmDb: Kysely<DB>, client: Configured): Promise<StaffSets> {
  const rows = await listSetsOnScreen(realmDb, client.name)
  const onScreen = new Map(rows.map(row => [row.set_name, screenSet(row)]))
  const files = new Map(configuredSets(client).map(file => [file.name, file]))
  const names = [...new Set([...files.keys(), ...onScreen.keys()])]
  return new Map(
    names.flatMap(name => {
      const set = setInForce(files.get(name) ?? null, onScreen.get(name) ?? null)
      return set === null ? [] : [[name, set] as const]
    }),
  )
}

const screenSet = (row: SetRow) => ({
  ...{ name: row.set_name, role: row.role_code, title: row.title, purpose: row.purpose },
  ...{ isGiven: row.is_given, changeId: row.change_id, revision: row.revision ?? 0 },
  actions: actionsIn(row.role_code, row.actions),
  fileActions: row.file_actions === null ? null : actionsIn(row.role_code, row.file_actions),
})

/** The title of a right's set; its name where the client has it no longer. */
export const titleOfSet = (sets: StaffSets, name: string): string => sets.get(name)?.title ?? name

/** Why a right by a set that waits can no longer be confirmed, as a sentence; null while its set is given, and without a set. */
export function setRefusal(sets: StaffSets, name: string | null): string | null {
  const set = name === null ? null : sets.get(name)
  if (set === undefined)
    return 'There is no such set here. Decline the right, or confirm it where it was asked for.'
  return set === null || set.isGiven ? null : 'This set is no longer given. Decline the right.'
}

type RightOfSet = { set_name: string | null; actions: readonly string[] | null }

/** Whether a right gives other permissions than its set has today. */
export function differsFromSet({ set_name: name, actions }: RightOfSet, sets: StaffSets): boolean {
  const set = name === null ? undefined : sets.get(name)
  if (!set) return false
  if (actions === null) return !set.isWhole
  return set.isWhole || !isSameList(actionsIn(set.role, actions), set.actions)
}
