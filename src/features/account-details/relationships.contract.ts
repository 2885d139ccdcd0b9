import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { personDetails } from '../../contract/individual.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredReason } from '../../contract/required-text.ts'
import {
  command,
  fundId,
  isoDate,
  listOf,
  listQuery,
  revisionFrom,
  searchKeywords,
} from '../../contract/wire.ts'
import { accountRoles } from '../../domain/account-roles.ts'
import { assignableRoles } from './domain/relationship-changes.ts'
import { filterText } from './domain/relationship-filter.ts'

/** Part of a name or a role; other characters are stripped (§5). */
const keywords = z._default(searchKeywords.check(z.overwrite(filterText)), '')

const relationship = z.object({
  relationshipId: z.string(),
  /** Null where the person does not share their contact with the account: its age would tell how long they have been known. */
  partyId: z.nullable(z.string()),
  name: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  accountRoleCode: z.enum(accountRoles),
  accountRoleName: z.string(),
  accessDescription: z.string(),
  /** Null for a person without a login or who does not share their contact, and to callers without ACCOUNT_DPA_PSID_VIEW. */
  ssoId: z.nullable(z.string()),
  /** The day on which a former relationship ended. */
  endedDate: z.nullable(isoDate),
  /** How the caller may remove the person: at once, or by a request that staff confirm; null: they may not. */
  removal: z.nullable(z.enum(['at-once', 'by-request'])),
})
export type Relationship = z.output<typeof relationship>

const params = z.object({ fundId })

export const relationshipDetails = z.object({
  ...relationship.shape,
  since: isoDate,
  /** Masked (`v•••@people.example`) where the person does not share their contact. */
  email: z.nullable(z.string()),
  /** Whether the person can log in. */
  hasLogin: z.boolean(),
  /** Whether the caller is the person. */
  isSelf: z.boolean(),
  contact: z.object({
    /** Name and contact by the names of the form's fields; an empty text means that there is no value. */
    details: z.record(z.string(), z.string()),
    /** Sent with the next change, so that nobody overwrites a change that someone else saved in the meantime. */
    revision: z.int(),
    /** Whether the caller may change them here. */
    mayEdit: z.boolean(),
    /** False: a person with a login does not share them, and only their name is here. */
    isShared: z.boolean(),
  }),
  /** The roles that the caller may give the person instead. */
  roles: z.array(
    z.object({
      accountRoleCode: z.enum(assignableRoles),
      accountRoleName: z.string(),
      needsConfirmation: z.boolean(),
    }),
  ),
  /** Whether the caller may invite the person, who has no login yet, to log in. */
  mayInvite: z.boolean(),
  /** A change of this person that waits for confirmation: “Remove Ada Finch as Joint Donor”. */
  pendingRequest: z.nullable(z.string()),
})
export type RelationshipDetails = z.output<typeof relationshipDetails>

export const ofRelationship = z.object({ fundId, relationshipId: z.uuid() })

/** One person of an account: role, access and contact (§2.8). */
export const getRelationship = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/relationships/{relationshipId}',
  summary: 'Returns one person of a fund account with their role, access and contact details',
  access: 'ACCOUNT_RELATIONSHIP_VIEW',
  params: ofRelationship,
  reply: relationshipDetails,
})

/**
 * Removes a person, whose access ends at once, or asks staff to (§17). The relationship stays as history (§14). Repeating it changes
 * nothing.
 */
export const endRelationship = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/relationships/{relationshipId}/end',
  summary: 'Removes a person from a fund account, or requests it; repeating it changes nothing',
  records: ['account-changed', 'relationship-request-entered'],
  access: 'ACCOUNT_RELATIONSHIP_UPDATE',
  params: ofRelationship,
  body: command(z.object({})),
  reply: relationshipDetails,
})

/**
 * Corrects the name and the contact of a person (§17). Those of a person with a login only by USER_MANAGE, with step-up and a reason
 * that the person reads. The e-mail address changes only with a verification. A conflict lists what others saved after `revision`.
 */
export const updateContact = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/relationships/{relationshipId}/contact',
  summary: 'Changes the name and contact of a person of a fund account; repeating it changes nothing',
  records: ['account-changed', 'profile-changed'],
  access: 'ACCOUNT_RELATIONSHIP_UPDATE',
  params: ofRelationship,
  body: command(
    z.object({
      details: personDetails,
      revision: revisionFrom(0),
      /** Null for a person without a login. */
      reason: z.nullable(requiredReason),
    }),
  ),
  reply: relationshipDetails,
})

/** Creates a login for a person without one, and invites them by a one-time link (§17). */
export const inviteRelationship = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/relationships/{relationshipId}/invite',
  summary: 'Invites a person of a fund account to log in; repeating it changes nothing',
  records: ['account-changed'],
  access: 'ACCOUNT_RELATIONSHIP_UPDATE',
  params: ofRelationship,
  body: command(z.object({})),
  reply: relationshipDetails,
})

/** The people of an account (§2.8), without the roles that the client's list leaves out and without former ones. */
export const listRelationships = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/relationships',
  summary: 'Lists the people of a fund account with their roles and access',
  access: 'ACCOUNT_RELATIONSHIP_VIEW',
  params,
  query: z.object({ ...listQuery, keywords }),
  reply: listOf(relationship),
})

export const exportRelationships = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/relationships/export',
  summary: 'Exports the people of a fund account as a workbook or as comma-separated values',
  access: 'ACCOUNT_RELATIONSHIP_VIEW',
  params,
  query: z.object({ ...exportQuery, keywords }),
  reply: fileReply,
  file: true,
})

/** The same list of type coverage: all roles, and former relationships too. */
export const listInterestedParties = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/interested-parties',
  summary: 'Lists everyone who has or had a role on a fund account',
  access: 'ACCOUNT_ALL_IP_VIEW',
  params,
  query: z.object({ ...listQuery, keywords }),
  reply: listOf(relationship),
})
