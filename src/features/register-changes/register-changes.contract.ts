import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, isoDate, listOf, listQuery } from '../../contract/wire.ts'
import { changeKindNames } from '../charities/domain/register-change.ts'
import { changeStateNames, concernedNames, effectNames } from './domain/change-state.ts'

const changeId = z.uuid()
const kind = z.enum(changeKindNames)

const registerChange = z.object({
  changeId,
  state: z.enum(changeStateNames),
  charityId: z.string(),
  charityName: z.string(),
  fileDate: isoDate,
  kinds: z.array(kind),
  /** Whether schedules wait for the decision. */
  stops: z.boolean(),
  /** How many things in this book rely on the charity. */
  concerned: z.partialRecord(z.enum(concernedNames), z.int()),
  foundAt: z.string(),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
})
export type RegisterChange = z.output<typeof registerChange>

/** What the register's file said, of what something relies on. */
const facts = z.object({
  name: z.string(),
  subsection: z.nullable(z.string()),
  foundation: z.nullable(z.string()),
  deductibility: z.nullable(z.string()),
  status: z.nullable(z.string()),
  removedOn: z.nullable(isoDate),
  leftOn: z.nullable(isoDate),
  isUnread: z.boolean(),
})
export type ChangeFacts = z.output<typeof facts>

/** Null where there was nothing before: a charity that is new in the file. */
export const factsBefore = z.nullable(facts)
export const factsAfter = facts

const changeDetails = z.extend(registerChange, {
  fileName: z.string(),
  before: factsBefore,
  after: factsAfter,
  /** At most 200, grants first. */
  items: z.array(
    z.object({
      what: z.enum(concernedNames),
      objectId: z.string(),
      effect: z.enum(effectNames),
      fundId: z.nullable(z.int()),
      accountName: z.nullable(z.string()),
      transactionId: z.nullable(z.string()),
    }),
  ),
  reason: z.nullable(z.string()),
  /** Whether the charity can receive grants without a review now, as after a later import, so that no schedule waits because of the change. */
  needsNoReview: z.boolean(),
})
export type RegisterChangeDetails = z.output<typeof changeDetails>

export const changeViews = ['to-decide', 'decided'] as const

const search = { view: z._default(z.enum(changeViews), 'to-decide'), kind: z.optional(kind) }

export const listRegisterChanges = endpoint({
  method: 'GET',
  path: '/api/register-changes',
  summary:
    'Lists the charities that an import of a register changed and on which something in the book relies: those to decide about, the oldest first, or decided ones, the latest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...search }),
  reply: listOf(registerChange),
})

export const exportRegisterChanges = endpoint({
  method: 'GET',
  path: '/api/register-changes/export',
  summary: 'Exports the changes of a view as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...search }),
  reply: fileReply,
  file: true,
})

export const getRegisterChange = endpoint({
  method: 'GET',
  path: '/api/register-changes/{changeId}',
  summary: 'Returns a change with what the register said before and after, and what relies on the charity',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ changeId }),
  reply: changeDetails,
})

export const changeDecisions = ['continue', 'stop'] as const

export const decideRegisterChange = endpoint({
  method: 'POST',
  path: '/api/register-changes/{changeId}/decide',
  summary:
    'Decides about a change: schedules to the charity go on, or wait on. A decision can be taken again',
  access: 'CHARITY_EDIT',
  idempotent: true,
  audit: 'grants-register-change-decided',
  params: z.object({ changeId }),
  body: command(
    z.object({
      decision: z.enum(changeDecisions),
      reason: requiredReason,
      /** The state that the person saw. */
      seen: z.enum(changeStateNames),
    }),
  ),
  reply: changeDetails,
})
