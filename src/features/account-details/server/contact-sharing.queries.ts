import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { type AccountRole, rolesWithAccess } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Side } from '../../../server/auth/actor.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import { fillFromParty } from '../../people/server/parties.queries.ts'
import type { ContactSharing } from '../domain/contact-sharing.ts'
import { listedName } from './listed-name.queries.ts'

/** Whether a new relationship's person shares their contact, and how others name them until they do. */
export type Sharing =
  | { sharing: 'not-asked' }
  | { sharing: 'accepted'; at: Date }
  | { sharing: 'waiting'; entered: EnteredPerson }

/** A person as somebody typed them. */
export type EnteredPerson = { firstName: string; lastName: string; email: string }

export function sharingColumns(about: Sharing) {
  switch (about.sharing) {
    case 'not-asked':
      return { contact_sharing: about.sharing }
    case 'accepted':
      return { contact_sharing: about.sharing, contact_decided_at: about.at }
    case 'waiting':
      return {
        contact_sharing: about.sharing,
        contact_decided_at: null,
        entered_first_name: about.entered.firstName,
        entered_last_name: about.entered.lastName,
        entered_email: about.entered.email,
      }
  }
}

/**
 * Moves a relationship of a person without a login to the party of the login, who has not accepted it yet, and gives that party the
 * contact that the book has if it has none.
 */
export async function moveToLogin(
  trx: Kysely<DB>,
  { relationship_id: relationshipId, party_id: from }: { relationship_id: string; party_id: string },
  about: { partyId: string; entered: EnteredPerson; revision: number },
): Promise<void> {
  await fillFromParty(trx, { from, to: about.partyId })
  await trx
    .updateTable('account_relationship')
    .set({
      party_id: about.partyId,
      revision: about.revision,
      ...sharingColumns({ sharing: 'waiting', entered: about.entered }),
    })
    .where('relationship_id', '=', relationshipId)
    .execute()
}

/** Stores a person's decision about their contact. */
export async function setSharing(
  trx: Kysely<DB>,
  relationshipId: string,
  { sharing, at, revision }: { sharing: 'accepted' | 'declined'; at: Date; revision: number },
): Promise<void> {
  await trx
    .updateTable('account_relationship')
    .set({ contact_sharing: sharing, contact_decided_at: at, revision })
    .where('relationship_id', '=', relationshipId)
    .execute()
}

/** Whether the party has accepted a current relationship with the account. */
export async function hasAccepted(
  trx: Kysely<DB>,
  { accountId, partyId }: { accountId: string; partyId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('account_id', '=', accountId)
    .where('party_id', '=', partyId)
    .where('contact_sharing', '=', 'accepted')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The record of how the person of a relationship (`r`) was added. */
const ofAddition = sql`from change_record c where c.subject = 'relationship' and c.subject_id = r.relationship_id
  and c.kind in ('relationship-added', 'relationship-invited') order by c.revision desc limit 1`

/** Who added the person; null: the sponsor's staff, or unknown. */
export const addedBy = sql<
  string | null
>`(select case c.actor_side when 'fund' then c.actor_name end ${ofAddition})`
const addedBySide = sql<Side | null>`(select c.actor_side ${ofAddition})`

const ownColumns = sql`r.relationship_id, r.account_id, r.account_role_code, r.since, r.ended_at, r.contact_sharing, r.revision,
  ${listedName} as name, a.fund_id, a.account_name, a.account_status, ${addedBy} as added_by, ${addedBySide} as added_by_side`
const ofPerson = (userId: string) => sql`account_relationship r
  join party p on p.book = r.book and p.party_id = r.party_id and p.user_id = ${userId}
  join fund_account a on a.book = r.book and a.account_id = r.account_id
  where r.account_role_code in (${literals(rolesWithAccess)})`

export type OwnRelationshipRow = {
  relationship_id: string
  account_id: string
  account_role_code: AccountRole
  since: IsoDate
  contact_sharing: ContactSharing
  revision: number
  name: string
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  ended_at: Date | null
  added_by: string | null
  /** Null: the record does not say who added them. */
  added_by_side: Side | null
}

/** The person's relationships about which they can decide something: share their contact, or leave. Latest first. */
export async function ownRelationships(
  db: Kysely<DB>,
  userId: string,
  limit: number,
): Promise<OwnRelationshipRow[]> {
  const { rows } = await sql<OwnRelationshipRow>`
    select ${ownColumns} from ${ofPerson(userId)}
      and r.ended_at is null and (r.contact_sharing in ('waiting', 'declined') or r.account_role_code = 'viewer')
    order by (r.contact_sharing = 'waiting') desc, r.since desc, r.relationship_id limit ${limit}`.execute(db)
  return rows
}

/** One of the person's own relationships, current or former. */
export async function ownRelationship(
  db: Kysely<DB>,
  userId: string,
  relationshipId: string,
): Promise<OwnRelationshipRow | undefined> {
  const { rows } = await sql<OwnRelationshipRow>`
    select ${ownColumns} from ${ofPerson(userId)} and r.relationship_id = ${relationshipId}`.execute(db)
  return rows[0]
}
