import type { Client } from '../../../clients/client.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { actionsOfRole } from '../../../server/auth/role-permissions.ts'

/** The permissions of a named set: those of its list that its role has. */
export function actionsOfSet(client: Pick<Client, 'staffSets'>, name: string): ReadonlySet<Permission> {
  const set = setNamed(client, name)
  if (!set) return new Set()
  const ofRole = actionsOfRole(set.role)
  const { actions } = set
  return actions === 'all' ? ofRole : new Set([...ofRole].filter(action => actions.includes(action)))
}

export const setNamed = ({ staffSets }: Pick<Client, 'staffSets'>, name: string) =>
  Object.hasOwn(staffSets, name) ? staffSets[name] : undefined

/** The title of a right's set; its name where the client has it no longer. */
export const titleOfSet = (client: Pick<Client, 'staffSets'>, name: string): string =>
  setNamed(client, name)?.title ?? name
