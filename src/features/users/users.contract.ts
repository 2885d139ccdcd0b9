import * as z from 'zod/mini'
import { emailAddress } from '../../contract/email-address.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { permissions } from '../../contract/permissions.ts'
import { requiredName } from '../../contract/required-text.ts'
import { oneLine } from '../../contract/typed-text.ts'
import { command, listOf, listQuery, searchKeywords } from '../../contract/wire.ts'
import { accountRoles } from '../../domain/account-roles.ts'
import { rightRoles } from '../../domain/realm-roles.ts'
import { accessStates } from './domain/access-status.ts'

export const personId = z.uuid()

export const rightStates = ['requested', 'active', 'suspended', 'declined', 'withdrawn', 'ended'] as const

const action = z.enum(permissions)
const byPerson = z.object({ name: z.string(), at: z.string() })

/** A right of a person: what it gives, from when until when, and who decided about it. */
export const right = z.object({
  rightId: z.uuid(),
  state: z.enum(rightStates),
  role: z.enum(rightRoles),
  /** The named set; null for permissions that were chosen one by one. */
  setTitle: z.nullable(z.string()),
  /** Whether it gives other permissions than the set has today: it keeps those that the set had when it was given. */
  differsFromSet: z.boolean(),
  /** Of the service team: what people call the book whose accounts they serve. */
  book: z.nullable(z.string()),
  /** Whether it has all permissions of its role, also those of later versions. */
  isWhole: z.boolean(),
  actions: z.array(action),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** Whether it gives permissions now: it is active, has begun and is not over. */
  isInForce: z.boolean(),
  takesTwoPeople: z.boolean(),
  reason: z.string(),
  /** Null for rights of earlier versions, and of the first people of a realm. */
  given: z.nullable(byPerson),
  confirmed: z.nullable(byPerson),
  signedOff: z.nullable(byPerson),
  /** How it ended, was declined or withdrawn. `name` null: nobody did, as at the end of a review. */
  ended: z.nullable(z.object({ name: z.nullable(z.string()), at: z.string(), reason: z.string() })),
  suspendedAt: z.nullable(z.string()),
  /** Why the caller may not confirm it, as a sentence; null if they may. Only of one that waits. */
  decisionRefusal: z.nullable(z.string()),
  /** Whether the caller asked for it, and so may withdraw it. */
  isOwnRequest: z.boolean(),
})
export type Right = z.output<typeof right>

const listedUser = z.object({
  personId,
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  access: z.enum(accessStates),
  /** Titles of the rights that are in force or suspended. */
  rights: z.array(z.string()),
  /** How many rights wait for a second person. */
  waiting: z.int(),
  lastLogin: z.nullable(z.string()),
})
export type ListedUser = z.output<typeof listedUser>

export const userFilters = ['staff', 'everyone', 'suspended'] as const

/** Those who manage users, and auditors. */
const readers = ['USER_MANAGE', 'AUDIT_VIEW'] as const

const search = {
  keywords: z._default(searchKeywords, ''),
  /** `staff`: with a right on the realm that has not ended. */
  show: z._default(z.enum(userFilters), 'staff'),
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Finds people of the realm by name, user ID, e-mail address or account ID',
  access: readers,
  query: z.object({ ...listQuery, ...search }),
  reply: listOf(listedUser),
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/users/export',
  summary: 'Exports the people that a search finds as a workbook or as comma-separated values',
  access: readers,
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...search }),
  reply: fileReply,
  file: true,
})

const held = z.object({
  action,
  /** The titles of the rights that give it. */
  rights: z.array(z.string()),
  /** The roles on accounts that give it, each with how many accounts the person has it on, and the first of them. */
  roles: z.array(z.object({ role: z.enum(accountRoles), accounts: z.int(), fundIds: z.array(z.int()) })),
})

/** `grants that they own`, and how many. */
export const waitingWork = z.object({ what: z.string(), count: z.int() })

const user = z.object({
  personId,
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  access: z.enum(accessStates),
  suspension: z.nullable(z.object({ name: z.nullable(z.string()), at: z.string(), reason: z.string() })),
  /** The request to let a suspended person in; null if no one asked. `decisionRefusal`: why the caller may not confirm it. */
  resumption: z.nullable(
    z.object({ reason: z.string(), asked: byPerson, decisionRefusal: z.nullable(z.string()) }),
  ),
  /** What the team would lack without the person, or without one of their rights, as sentences. */
  missingWithout: z.object({
    person: z.array(z.string()),
    rights: z.array(z.object({ rightId: z.uuid(), missing: z.array(z.string()) })),
  }),
  isOneself: z.boolean(),
  /** The latest first: those that have not ended, then the last 50 that have. */
  rights: z.array(right),
  /** What the person may do in the client’s current book, and what gives it. */
  actions: z.array(held),
  accounts: z.array(
    z.object({ fundId: z.int(), accountName: z.string(), role: z.enum(accountRoles), book: z.string() }),
  ),
  /** What the person filed that waits for somebody else, and what they own, in the books that the client shows. */
  waiting: z.array(waitingWork),
  lastLogin: z.nullable(z.string()),
  sessions: z.array(
    z.object({ browser: z.nullable(z.string()), startedAt: z.string(), lastSeenAt: z.string() }),
  ),
  factors: z.object({ passkeys: z.int(), codes: z.boolean(), backupCodes: z.int() }),
  devices: z.array(z.object({ name: z.string(), lastUsedAt: z.string() })),
  logins: z.array(
    z.object({
      issuer: z.string(),
      /** The provider’s label; null if the client does not have it any more. */
      provider: z.nullable(z.string()),
      subject: z.string(),
      linkedAt: z.string(),
    }),
  ),
  /** The client’s providers at which the person has no login. */
  unlinkedProviders: z.array(z.object({ name: z.string(), title: z.string() })),
})
export type User = z.output<typeof user>

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'Returns who can do each step for which the client asks for several people',
  access: readers,
  reply: z.object({
    data: z.array(z.object({ action, minimum: z.int(), people: z.array(z.string()) })),
    /** `below`: how many steps fewer people can do than the client asks for. */
    meta: z.object({ below: z.int() }),
  }),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/{personId}',
  summary: 'Returns a person of the realm: rights with their history, what gives each permission, logins',
  access: readers,
  params: z.object({ personId }),
  reply: user,
})

/** The field names of the form are those of the refusals. */
export const newUserFields = z.object({
  firstName: requiredName(100, 'Enter the first name'),
  lastName: requiredName(100, 'Enter the last name'),
  email: emailAddress,
  /** Empty: the e-mail address. */
  userId: oneLine(200),
})

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Adds a member of staff, without rights, and mails them how to log in',
  access: 'USER_MANAGE',
  records: ['user-invited'],
  stepUp: true,
  body: command(newUserFields),
  reply: z.object({ personId }),
})

const set = z.object({
  name: z.string(),
  title: z.string(),
  purpose: z.string(),
  role: z.enum(rightRoles),
  isWhole: z.boolean(),
  actions: z.array(action),
  takesTwoPeople: z.boolean(),
  /** The change that last set it on screen; null before the first. A right that is given by it names it. */
  lastChangeId: z.nullable(z.uuid()),
})
export type StaffSetChoice = z.output<typeof set>

export const getRightChoices = endpoint({
  method: 'GET',
  path: '/api/right-choices',
  summary: 'Returns what can be given: the client’s named sets, the roles with their permissions, the books',
  access: 'USER_MANAGE',
  reply: z.object({
    sets: z.array(set),
    roles: z.array(z.object({ role: z.enum(rightRoles), actions: z.array(action) })),
    books: z.array(z.object({ name: z.string(), title: z.string() })),
  }),
})
