import * as z from 'zod/mini'
import { changeRecord, changeStates, waitingRecord } from '../../contract/change-record.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { permissions } from '../../contract/permissions.ts'
import { requiredLine, requiredName, requiredReason } from '../../contract/required-text.ts'
import { command } from '../../contract/wire.ts'
import { realmRoles } from '../../domain/realm-roles.ts'
import { maxSetActions, maxSetPurpose, maxSetTitle } from './domain/staff-sets.ts'

const action = z.enum(permissions)

/** The name that rights store, and that never changes. The table of rights has the same pattern. */
export const setName = z.string().check(z.regex(/^[a-z][a-z-]{1,40}$/))

const setState = z.object({
  title: z.string(),
  purpose: z.string(),
  actions: z.array(action),
  /** Whether new rights can be given by it. */
  isGiven: z.boolean(),
})

const setChange = z.object({
  ...changeRecord,
  name: z.string(),
  role: z.enum(realmRoles),
  after: setState,
  /** Null for a new set. */
  before: z.nullable(setState),
  added: z.array(action),
  taken: z.array(action),
})
export type SetChange = z.output<typeof setChange>

const waitingSet = z.object({
  ...setChange.shape,
  ...waitingRecord,
})
export type WaitingSet = z.output<typeof waitingSet>

const staffSet = z.object({
  ...setState.shape,
  name: z.string(),
  role: z.enum(realmRoles),
  /** Whether it has all permissions of its role, also those of later versions. */
  isWhole: z.boolean(),
  /** Whether it cannot be changed on screen. */
  isFixed: z.boolean(),
  takesTwoPeople: z.boolean(),
  /** How many people hold it. */
  holders: z.int(),
  /** How many of them hold it with other permissions than it has today, and the first of them. */
  differing: z.object({
    total: z.int(),
    people: z.array(z.object({ personId: z.uuid(), name: z.string() })),
  }),
  /** Whether the caller holds it, so that a second person confirms what they add to it. */
  isHeldByCaller: z.boolean(),
  /** The change that last set it on screen; null before the first. A further change names it. */
  lastChangeId: z.nullable(z.uuid()),
  /** What the client’s configuration has changed since the last change on screen; null where there was none. */
  since: z.nullable(z.object({ taken: z.array(action), added: z.array(action), isGone: z.boolean() })),
  waiting: z.nullable(waitingSet),
})
export type StaffSet = z.output<typeof staffSet>

export const listStaffSets = endpoint({
  method: 'GET',
  path: '/api/staff-sets',
  summary:
    'Returns the client’s named sets, who holds them, what waits for a second person, and their history',
  access: ['USER_MANAGE', 'AUDIT_VIEW'],
  reply: z.object({
    data: z.array(staffSet),
    /** New sets that wait for a second person. */
    waitingNew: z.array(waitingSet),
    /** The latest first: the last 100 changes, and older ones that are in force or wait. */
    history: z.array(setChange),
    roles: z.array(z.object({ role: z.enum(realmRoles), actions: z.array(action) })),
    meta: z.object({ waiting: z.int() }),
  }),
})

/** With single spaces: two titles that look the same are the same. */
export const setTitle = requiredName(maxSetTitle, 'Enter the title')
export const setPurpose = requiredLine(maxSetPurpose, 'Say what people do with it, in one sentence')
export const setActions = z
  .array(action)
  .check(z.minLength(1, 'Choose at least one permission'), z.maxLength(maxSetActions))
const words = { title: setTitle, purpose: setPurpose, actions: setActions, reason: requiredReason }

const asked = z.object({ changeId: z.uuid(), state: z.enum(changeStates) })
const writes = {
  method: 'POST',
  access: 'USER_MANAGE',
  changesAccess: true,
  reply: asked,
} as const

export const newSetName = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[a-z][a-z-]{1,40}$/, 'Use 2 to 41 lower-case letters and hyphens, and begin with a letter'),
  )

export const makeStaffSet = endpoint({
  ...writes,
  path: '/api/staff-sets',
  summary:
    'Makes a named set of the client, or proposes it to a second person where its permissions take two',
  idempotent: 'own-row',
  stepUp: true,
  records: ['staff-set-changed', 'staff-set-proposed'],
  body: command(z.object({ name: newSetName, role: z.enum(realmRoles), ...words })),
})

export const changeStaffSet = endpoint({
  ...writes,
  path: '/api/staff-sets/{setName}',
  summary:
    'Changes what a named set says and gives, or whether it is given; proposes it to a second person where that takes two',
  idempotent: 'own-row',
  stepUp: true,
  records: ['staff-set-changed', 'staff-set-proposed'],
  params: z.object({ setName }),
  body: command(z.object({ lastChangeId: z.nullable(z.uuid()), ...words, isGiven: z.boolean() })),
})

export const confirmStaffSet = endpoint({
  ...writes,
  path: '/api/staff-set-changes/{changeId}/confirm',
  summary: 'Confirms a change of a named set, which is then in force; refused to the person who proposed it',
  stepUp: true,
  records: ['staff-set-confirmed'],
  params: z.object({ changeId: z.uuid() }),
  body: command(z.object({})),
})

export const declineStaffSet = endpoint({
  ...writes,
  path: '/api/staff-set-changes/{changeId}/decline',
  summary: 'Declines a change of a named set that waits, or withdraws one’s own',
  records: ['staff-set-declined'],
  params: z.object({ changeId: z.uuid() }),
  body: command(z.object({ reason: requiredReason })),
})
