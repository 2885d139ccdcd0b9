import * as z from 'zod/mini'
import { emailAddress } from '../../contract/email-address.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { missingFirstName, missingLastName } from '../../contract/individual.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { messageToDonors, requiredName } from '../../contract/required-text.ts'
import { command, fundId, isoDate, listOf, listQuery, searchKeywords } from '../../contract/wire.ts'
import { accountRoles } from '../../domain/account-roles.ts'
import { assignableRoles } from './domain/relationship-changes.ts'
import { ofRelationship, relationshipDetails } from './relationships.contract.ts'

const maxNameLength = 60

const personName = (missing: string) =>
  requiredName(maxNameLength, missing).check(z.regex(/^$|\p{L}/u, 'Use a name with letters'))

/** A person to be added to an account. */
export const newPerson = {
  accountRoleCode: z.enum(assignableRoles, 'Choose a role'),
  firstName: personName(missingFirstName),
  lastName: personName(missingLastName),
  email: emailAddress,
}

/** A request that staff have not decided yet. */
const relationshipRequest = z.object({
  requestId: z.string(),
  /** “Add Ada Finch as Joint Donor” */
  sentence: z.string(),
  requestedDate: isoDate,
  /** A person of the fund; null for the sponsor's staff, whose names the fund's people do not see. */
  requestedBy: z.string(),
})
export type RelationshipRequest = z.output<typeof relationshipRequest>

/** The same in the account's list. */
const requestOfAccount = z.object({
  ...relationshipRequest.shape,
  /** Whether the caller made the request and can withdraw it. */
  mayWithdraw: z.boolean(),
})
export type RequestOfAccount = z.output<typeof requestOfAccount>

/** What the caller may change about the people, and what waits for confirmation. */
export const getPeopleChanges = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/relationship-requests',
  summary: 'Lists the roles in which the caller may add people, and the requests awaiting confirmation',
  access: 'ACCOUNT_RELATIONSHIP_VIEW',
  params: z.object({ fundId }),
  reply: z.object({
    addable: z.array(
      z.object({
        accountRoleCode: z.enum(assignableRoles),
        accountRoleName: z.string(),
        needsConfirmation: z.boolean(),
      }),
    ),
    requests: z.array(requestOfAccount),
  }),
})

/**
 * Adds a person, or asks for it where staff confirm the role (§17). Adding someone twice changes nothing. The reply does not tell
 * whether the person had a login before.
 */
export const addRelationship = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/relationships',
  summary: 'Adds a person to a fund account, or requests it; repeating it changes nothing',
  records: ['account-changed', 'relationship-request-entered'],
  access: 'ACCOUNT_RELATIONSHIP_UPDATE',
  params: z.object({ fundId }),
  body: command(z.object(newPerson)),
  reply: z.object({ outcome: z.enum(['added', 'requested']) }),
})

/** Gives a person another role, or asks for it. The former relationship ends and stays as history. */
export const changeRole = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/relationships/{relationshipId}/role',
  summary: 'Changes the role of a person of a fund account, or requests it; repeating it changes nothing',
  records: ['account-changed', 'relationship-request-entered'],
  access: 'ACCOUNT_RELATIONSHIP_UPDATE',
  params: ofRelationship,
  body: command(z.object({ accountRoleCode: newPerson.accountRoleCode })),
  reply: relationshipDetails,
})

/** Withdraws the caller's own pending request. */
export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/relationship-requests/{requestId}/withdraw',
  summary: 'Withdraws the caller’s own request to change people; repeating it changes nothing',
  records: ['relationship-request-withdrawn'],
  access: 'ACCOUNT_RELATIONSHIP_UPDATE',
  params: z.object({ fundId, requestId: z.uuid() }),
  body: command(z.object({})),
  reply: z.object({ state: z.literal('withdrawn'), sentence: z.string() }),
})

const queueRow = z.object({
  ...relationshipRequest.shape,
  kind: z.enum(['add', 'end', 'change-role']),
  person: z.string(),
  email: z.nullable(z.string()),
  accountRoleCode: z.nullable(z.enum(accountRoles)),
  fundId: z.int(),
  accountName: z.string(),
  ageDays: z.int(),
  /** Why the caller cannot decide this request; null: they can. */
  violation: z.nullable(z.string()),
})
export type QueuedRequest = z.output<typeof queueRow>

/** A part of the person’s name or of the account’s. */
const keywords = z._default(searchKeywords, '')

export const listRelationshipRequests = endpoint({
  method: 'GET',
  path: '/api/relationship-requests',
  summary: 'Lists the requests to change people that await confirmation, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, keywords }),
  reply: listOf(queueRow),
})

export const exportRelationshipRequests = endpoint({
  method: 'GET',
  path: '/api/relationship-requests/export',
  summary: 'Exports the requests that await confirmation as a workbook or as comma-separated values',
  records: ['file-exported'],
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...exportQuery, keywords }),
  reply: fileReply,
  file: true,
})

const params = z.object({ requestId: z.uuid() })
const decided = z.object({ state: z.enum(['confirmed', 'declined']), sentence: z.string() })

/** Carries the request out. Never by the person who made it or the person it concerns (§14). */
export const confirmRequest = endpoint({
  method: 'POST',
  path: '/api/relationship-requests/{requestId}/confirm',
  summary: 'Confirms a request to change the people of an account; repeating it changes nothing',
  records: ['relationship-request-confirmed', 'account-changed'],
  access: 'RELATIONSHIP_CONFIRM',
  stepUp: true,
  params,
  body: command(z.object({})),
  reply: decided,
})

export const declineMessage = z.object({ message: messageToDonors })

export const declineRequest = endpoint({
  method: 'POST',
  path: '/api/relationship-requests/{requestId}/decline',
  summary: 'Declines a request to change the people of an account',
  records: ['relationship-request-declined'],
  access: 'RELATIONSHIP_CONFIRM',
  params,
  body: command(declineMessage),
  reply: decided,
})
