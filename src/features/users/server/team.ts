import type { Kysely } from 'kysely'
import type { SmallestTeam } from '../../../clients/client.ts'
import { clientOfRealm } from '../../../clients/clients.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { holdsOnRealm } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { shortfallSentence } from '../domain/shortfall-sentence.ts'
import { Refused } from './operator.ts'
import { type RightOfStaff, rightsOfStaff } from './staff.queries.ts'

type Step = { action: Permission; minimum: number }

/** How many people of a realm have to be able to do each step, by the setting that its clients share. */
export const smallestTeamOf = (realm: string): SmallestTeam => clientOfRealm(realm).smallestTeam

export const stepsOf = (team: SmallestTeam): Step[] =>
  permissions.flatMap(action => {
    const minimum = Object.hasOwn(team, action) ? team[action] : undefined
    return minimum === undefined ? [] : [{ action, minimum }]
  })

/** The people with access whose rights in force give a permission, each once, by name. */
export function peopleWho(rights: readonly RightOfStaff[], action: Permission): string[] {
  const able = rights.filter(({ role, actions }) => holdsOnRealm([{ role, actions }], action))
  return [...new Map(able.map(({ userId, name }) => [userId, name])).values()]
}

/** What fewer people can do than the client asks for, one sentence for each step. */
export const shortfallsNow = (rights: readonly RightOfStaff[], team: SmallestTeam): string[] =>
  stepsOf(team).flatMap(({ action, minimum }) => {
    const people = peopleWho(rights, action).length
    return people < minimum ? [shortfallSentence({ action, people, minimum }, 'now')] : []
  })

/** How many steps fewer people can do than the client asks for. */
export const countStepsBelow = (rights: readonly RightOfStaff[], team: SmallestTeam): number =>
  shortfallsNow(rights, team).length

/**
 * What the team would lack without some rights, one sentence for each step of which it would have fewer people than before and than the
 * client asks for.
 */
export function shortfalls(
  rights: readonly RightOfStaff[],
  team: SmallestTeam,
  isTaken: (right: RightOfStaff) => boolean,
): string[] {
  const rest = rights.filter(right => !isTaken(right))
  return stepsOf(team).flatMap(({ action, minimum }) => {
    const people = peopleWho(rest, action).length
    const isLess = people < minimum && people < peopleWho(rights, action).length
    return isLess ? [shortfallSentence({ action, people, minimum }, 'then')] : []
  })
}

/** The setting of the client, and whether the person who takes rights away was told what the team will lack. */
export type TeamRule = { smallestTeam: SmallestTeam; acceptsSmallerTeam: boolean }

/**
 * What the team will lack without some rights. Throws `Refused` with that, unless it is accepted. Call it while the realm's staff are
 * locked.
 */
export async function requireTeam(
  trx: Kysely<DB>,
  { smallestTeam, acceptsSmallerTeam }: TeamRule,
  isTaken: (right: RightOfStaff) => boolean,
  now: Date,
): Promise<string[]> {
  const missing = shortfalls(await rightsOfStaff(trx, now), smallestTeam, isTaken)
  if (missing.length > 0 && !acceptsSmallerTeam) throw new Refused(missing.join(' '), 'conflict')
  return missing
}
