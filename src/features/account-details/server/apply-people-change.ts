import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import { isDonorRole } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type Actor, mayChange } from '../../../server/auth/actor.ts'
import { type ChangeAuthor, recordChange, recordChanges } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { addJob, addJobs } from '../../../server/jobs/add-job.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { nameDonors } from '../../accounts/server/donor-names.queries.ts'
import {
  type AssignableRole,
  hasRoleSentence,
  lastDonorSentence,
  oneAdvisorSentence,
} from '../domain/relationship-changes.ts'
import { type EnteredPerson, hasAccepted, type Sharing } from './contact-sharing.queries.ts'
import { mailPeopleChange, type PeopleChange } from './mail-people-change.ts'
import {
  countPeople,
  findCurrentRelationship,
  insertRelationship,
  partyOfUser,
  type RelationshipDetailsRow,
  setEnded,
} from './relationships.queries.ts'

/** People and pending requests of an account. */
const maxPeople = 250

/** Who changes the people of which account, and when. */
export type ChangeOfPeople = {
  accountId: string
  client: Client
  author: ChangeAuthor
  /** The person who requested it, if someone else confirmed it. */
  requestedBy: string | null
  at: Date
  today: IsoDate
}

/**
 * Runs a change of an account's people in a transaction that holds the account's lock. Throws `not-found`, `access-denied` where the
 * account's status does not allow it, `conflict` where the account would lose its last donor or get a second advisor.
 */
export async function changePeople<T>(
  db: Kysely<DB>,
  accountId: string,
  actor: Pick<Actor, 'seesEveryAccount' | 'accountRoles'>,
  work: (trx: Kysely<DB>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async trx => {
      const account = await lockAccountRow(trx, accountId)
      if (!account) throw new Problem('not-found')
      // The status may have changed since the request was admitted.
      if (!mayChange(account, actor)) throw new Problem('access-denied')
      return await work(trx)
    })
  } catch (error) {
    if (violates(error, 'last_donor')) throw new Problem('conflict', { detail: lastDonorSentence })
    if (violates(error, 'current_relationship')) throw new Problem('conflict', { detail: hasRoleSentence })
    if (violates(error, 'one_primary_advisor')) throw new Problem('conflict', { detail: oneAdvisorSentence })
    throw error
  }
}

/** Throws `conflict` if the account has as many people as it can. */
export async function requireCapacity(trx: Kysely<DB>, accountId: string): Promise<void> {
  if ((await countPeople(trx, accountId)) >= maxPeople)
    throw new Problem('conflict', {
      detail: `An account can have ${maxPeople} people. Please remove someone first.`,
    })
}

type NewPerson = {
  userId: string
  name: string
  role: AssignableRole
  /** As they were typed by the person who adds them; `confirmed`: staff confirmed the relationship, which then counts as accepted. */
  contact: EnteredPerson | 'confirmed'
}

/**
 * Adds a person of the realm. Others see their contact once they accept, unless they share it with this account already. If they have
 * this role already, nothing changes. Returns the relationship's id.
 */
export async function addToAccount(
  trx: Kysely<DB>,
  { userId, name, role, contact }: NewPerson,
  change: ChangeOfPeople,
): Promise<string> {
  const { accountId, at } = change
  const partyId = await partyOfUser(trx, userId)
  const isShared = await hasAccepted(trx, { accountId, partyId })
  const sharing: Sharing =
    contact === 'confirmed' || isShared
      ? { sharing: 'accepted', at }
      : { sharing: 'waiting', entered: contact }
  return await addParty(trx, { partyId, name, role, contact: sharing }, change, id => ({
    event: 'added',
    id,
  }))
}

async function addParty(
  trx: Kysely<DB>,
  { partyId, name, role, contact }: { partyId: string; name: string; role: AssignableRole; contact: Sharing },
  change: ChangeOfPeople,
  notice: (relationshipId: string) => PeopleChange,
): Promise<string> {
  const { accountId, client, author, requestedBy, at, today } = change
  const about = { accountId, partyId, role }
  const existing = await findCurrentRelationship(trx, about)
  if (existing !== undefined) return existing
  await requireCapacity(trx, accountId)
  const relationshipId = await insertRelationship(trx, { ...about, since: today, contact })
  // The lock serializes changes of the people, so nobody else has added the person in the meantime.
  if (relationshipId === null) throw new Error('the relationship exists although the account is locked')
  await recordChange(trx, {
    subject: 'relationship',
    subjectId: relationshipId,
    accountId,
    kind: 'relationship-added',
    revision: 1,
    before: { name, accountRoleCode: null, requestedBy: null },
    after: { name, accountRoleCode: role, requestedBy },
    author,
    at,
  })
  if (isDonorRole(role)) await nameDonors(trx, accountId)
  await addJob(trx, mailPeopleChange, { client: client.name, change: notice(relationshipId) })
  return relationshipId
}

type Ended = Pick<RelationshipDetailsRow, 'relationship_id' | 'name' | 'account_role_code' | 'revision'>

/** Ends a current relationship and with it the person's access in this role. `left`: the person did it. */
export async function endOnAccount(
  trx: Kysely<DB>,
  stored: Ended,
  change: ChangeOfPeople,
  event: 'removed' | 'left' = 'removed',
): Promise<void> {
  await endAllOnAccount(trx, [stored], change, event)
}

/** The same for several relationships of the account, with the same number of statements. */
export async function endAllOnAccount(
  trx: Kysely<DB>,
  stored: readonly Ended[],
  change: ChangeOfPeople,
  event: 'removed' | 'left' = 'removed',
): Promise<void> {
  if (stored.length === 0) return
  await recordEnds(trx, stored, change)
  await addJobs(
    trx,
    mailPeopleChange,
    stored.map(({ relationship_id: id }) => ({
      payload: { client: change.client.name, change: { event, id } },
    })),
  )
}

async function recordEnds(
  trx: Kysely<DB>,
  stored: readonly Ended[],
  { accountId, author, requestedBy, at }: ChangeOfPeople,
): Promise<void> {
  await setEnded(
    trx,
    stored.map(({ relationship_id: relationshipId }) => relationshipId),
    at,
  )
  await recordChanges(
    trx,
    stored.map(({ relationship_id: subjectId, name, account_role_code: accountRoleCode, revision }) => ({
      subject: 'relationship',
      subjectId,
      accountId,
      kind: 'relationship-ended',
      revision: revision + 1,
      before: { name, accountRoleCode, ended: null, requestedBy: null },
      after: { name, accountRoleCode, ended: at.toISOString(), requestedBy },
      author,
      at,
    })),
  )
  if (stored.some(({ account_role_code: role }) => isDonorRole(role))) await nameDonors(trx, accountId)
}

/** Gives the person another role: a new relationship, and the end of the former. Returns the new one's id. */
export async function assignRole(
  trx: Kysely<DB>,
  stored: RelationshipDetailsRow,
  { role, isConfirmed }: { role: AssignableRole; isConfirmed: boolean },
  change: ChangeOfPeople,
): Promise<string> {
  const { party_id: partyId, name, account_role_code: formerRole } = stored
  const contact = sharingAfter(stored, isConfirmed, change.at)
  // The new one first, so that the rule about the last donor does not apply to a donor who becomes a joint donor.
  const relationshipId = await addParty(trx, { partyId, name, role, contact }, change, id => ({
    event: 'role-changed',
    id,
    formerRole,
  }))
  await recordEnds(trx, [stored], change)
  return relationshipId
}

/** What a person shared in the former role holds in the new one; who declined is asked again. */
function sharingAfter(stored: RelationshipDetailsRow, isConfirmed: boolean, at: Date): Sharing {
  if (stored.user_id === null) return { sharing: 'not-asked' }
  if (isConfirmed || stored.contact_sharing === 'accepted') return { sharing: 'accepted', at }
  const { first_name: firstName, last_name: lastName, name, entered_email: entered, email } = stored
  return {
    sharing: 'waiting',
    entered: { firstName: firstName ?? '', lastName: lastName ?? name, email: entered ?? email ?? '' },
  }
}
