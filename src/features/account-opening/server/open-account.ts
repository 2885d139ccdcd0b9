import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { Clock } from '../../../domain/clock.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import { type ChangeAuthor, recordChange, recordChanges } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { insertRelationships } from '../../account-details/server/relationships.queries.ts'
import { nameDonors } from '../../accounts/server/donor-names.queries.ts'
import { enterFirstPlan } from '../../legacy-plan/server/save-legacy-plan.ts'
import { findOrInvite } from '../../people/server/find-or-invite.ts'
import { fillContacts, partiesOfUsers } from '../../people/server/parties.queries.ts'
import type { NamedPerson } from '../../people/server/people.queries.ts'
import type { Application } from '../domain/check-step.ts'
import { insertAccount } from './new-account.queries.ts'

/** The logins of an application's people. */
type OpeningPeople = { donors: string[]; advisor: string | null }

/**
 * Finds or creates the logins of an application's people in the realm, before the account exists: a crash after this leaves people
 * without an account, who are found again and are not invited before they have one.
 *
 * @param known the logins of donors who signed logged in, by their place.
 */
export async function peopleOf(
  realmDb: Kysely<DB>,
  client: Client,
  application: Application,
  { known, at }: { known: readonly (string | null)[]; at: Date },
): Promise<OpeningPeople> {
  const donors: string[] = []
  const invited = (person: NamedPerson) =>
    realmDb.transaction().execute(trx => findOrInvite(trx, client, person, at))
  for (const [index, { firstName, lastName, email }] of application.donors.entries())
    donors.push(known[index] ?? (await invited({ firstName, lastName, email })))
  const { advisor } = application
  return { donors, advisor: advisor === null ? null : await invited(advisor) }
}

type Opening = {
  client: Client
  clock: Clock
  people: OpeningPeople
  /** Who enters the account. */
  author: ChangeAuthor
  /** The number of the application, for the record of changes; null without one. */
  reference: bigint | null
  at: Date
  today: IsoDate
}

/** Enters an account with its people and plan, in the caller's transaction. It is `Entered`: no money can leave it yet (§16). */
export async function openAccount(
  trx: Kysely<DB>,
  application: Application,
  opening: Opening,
): Promise<{ accountId: string; fundId: number }> {
  const { accountName } = application
  const { author, reference, at, today } = opening
  const account = await insertAccount(trx, application, today)
  await recordChange(trx, {
    subject: 'account',
    subjectId: account.accountId,
    accountId: account.accountId,
    kind: 'account-opened',
    revision: 1,
    before: { accountName: null, application: null },
    after: { accountName, application: reference === null ? null : String(reference) },
    author,
    at,
  })
  await addPeople(trx, account.accountId, application, opening)
  await nameDonors(trx, account.accountId)
  await enterPlan(trx, account.accountId, application, opening)
  return account
}

/** The donors have signed the application, so the plan is theirs. */
async function enterPlan(
  trx: Kysely<DB>,
  accountId: string,
  { shares, donors }: Application,
  { people, client, clock, at, today }: Opening,
): Promise<void> {
  const [donor] = donors
  const [userId] = people.donors
  if (shares.length === 0 || !donor || userId === undefined) return
  const savedBy = { userId, name: `${donor.firstName} ${donor.lastName}`, side: 'fund' as const }
  await enterFirstPlan(trx, accountId, shares, { savedBy, at, today, client, clock })
}

/** Relates the people to the new account, with the same number of statements for one as for many. */
async function addPeople(
  trx: Kysely<DB>,
  accountId: string,
  { donors, advisor }: Application,
  { people, author, at, today }: Opening,
): Promise<void> {
  const userIds = [...people.donors, ...(people.advisor === null ? [] : [people.advisor])]
  const parties = await partiesOfUsers(trx, userIds)
  const partyOf = (userId: string | undefined | null): string => {
    const partyId = parties.get(userId ?? '')
    invariant(partyId, 'everyone in an application has a login')
    return partyId
  }
  await fillContacts(
    trx,
    donors.map((donor, index) => ({ partyId: partyOf(people.donors[index]), donor })),
  )
  const named = [
    ...donors.map((person, index) => ({
      ...{ partyId: partyOf(people.donors[index]), name: `${person.firstName} ${person.lastName}` },
      role: index === 0 ? ('donor' as const) : ('joint_donor' as const),
    })),
    ...(people.advisor === null || advisor === null
      ? []
      : [
          {
            ...{ partyId: partyOf(people.advisor), name: `${advisor.firstName} ${advisor.lastName}` },
            role: 'primary_advisor' as const,
          },
        ]),
  ]
  // Staff have accepted the application that names the people.
  const common = { accountId, since: today, contact: { sharing: 'accepted' as const, at } }
  const added = await insertRelationships(
    trx,
    named.map(({ partyId, role }) => ({ ...common, partyId, role })),
  )
  invariant(added.length === named.length, 'a new account has no relationships')
  await recordChanges(
    trx,
    added.map(({ relationship_id: subjectId, party_id: partyId, account_role_code: role }) => {
      const name = named.find(each => each.partyId === partyId && each.role === role)?.name ?? null
      return {
        ...{ subject: 'relationship' as const, subjectId, accountId, kind: 'relationship-added' as const },
        revision: 1,
        before: { name, accountRoleCode: null, requestedBy: null },
        after: { name, accountRoleCode: role, requestedBy: null },
        ...{ author, at },
      }
    }),
  )
}
