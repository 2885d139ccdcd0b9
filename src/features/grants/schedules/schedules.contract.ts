import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import {
  command,
  currency,
  fundId,
  isoDate,
  money,
  revisionFrom,
  sentAmount,
  wholeNumber,
} from '../../../contract/wire.ts'
import { withAdvice } from '../domain/advice.ts'
import { purposeChoices } from '../domain/grant-choices.ts'
import { advice, grantTerms } from '../grants.contract.ts'
import { frequencyCodes, maxOccurrences, scheduleStates } from './domain/schedule.ts'

const scheduleId = z.uuid()
const number = wholeNumber(0, 1_000_000)
const dates = {
  frequency: z.enum(frequencyCodes),
  startsOn: isoDate,
  endsOn: z.nullable(isoDate),
  endsAfter: z.nullable(wholeNumber(1, maxOccurrences)),
}

/** A date that is to come. */
const upcoming = z.object({
  number: z.int(),
  nominalOn: isoDate,
  /** The banking day on which it runs. */
  dueOn: isoDate,
  isSkipped: z.boolean(),
  amountMinor: money,
})

/** A date in the past: its result, or why it waits. */
const past = z.object({
  number: z.int(),
  nominalOn: isoDate,
  dueOn: isoDate,
  state: z.enum(['recommended', 'waiting', 'skipped']),
  reason: z.nullable(z.string()),
  /** The field to correct if it waits: a field of the recommendation, or `certified`. */
  field: z.nullable(z.string()),
  grantId: z.nullable(z.uuid()),
  /** The grant's state as text. */
  grantState: z.nullable(z.string()),
})

const schedule = z.object({
  scheduleId,
  ...grantTerms,
  amountMinor: money,
  charityName: z.string(),
  logoUrl: z.nullable(z.string()),
  currency,
  /** Why the register or the staff rule the charity out now, or that its name has changed; null where neither. */
  charityFlag: z.nullable(z.string()),
  frequency: z.enum(frequencyCodes),
  startsOn: isoDate,
  endsOn: z.nullable(isoDate),
  endsAfter: z.nullable(z.int()),
  /** How many grants are left of those; null where it has no such end. */
  remaining: z.nullable(z.int()),
  state: z.enum(scheduleStates),
  createdDate: isoDate,
  /** The fund's own person who created it; null where the sponsor's staff entered it. */
  createdByName: z.nullable(z.string()),
  certifiedOn: isoDate,
  /** The same for its certification. */
  certifiedByName: z.nullable(z.string()),
  /** The donor's advice that the staff followed at the certification. */
  advice,
  /** The certification is valid until the day before. */
  certifyAgainBy: isoDate,
  revision: z.int(),
  /** The next twelve dates. */
  upcoming: z.array(upcoming),
  /** How many dates wait for a correction. */
  waiting: z.int(),
  may: z.object({ change: z.boolean(), changeTerms: z.boolean() }),
})
export type Schedule = z.output<typeof schedule>

const scheduleDetails = z.object({ ...schedule.shape, past: z.array(past) })
export type ScheduleDetails = z.output<typeof scheduleDetails>

const due = z.object({
  /** The last of the 90 days. */
  until: isoDate,
  grants: z.int(),
  dueMinor: money,
  /** Dates that wait for a correction. */
  waiting: z.int(),
})
export type DueGrants = z.output<typeof due>

export const listSchedules = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-schedules',
  summary: 'Lists a fund’s schedules with their next twelve dates, and what falls due within 90 days',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  reply: z.object({ data: z.array(schedule), meta: z.object({ due, availableMinor: money }) }),
})

export const getSchedule = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}',
  summary: 'Returns one schedule with its next twelve dates and the results of earlier dates',
  access: 'GRANT_VIEW',
  params: z.object({ fundId, scheduleId }),
  reply: scheduleDetails,
})

export const makeSchedule = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules',
  summary:
    'Schedules a grant: once on a date, or monthly to yearly. Nothing is set aside before the day; a first date of today is recommended at once',
  access: 'GRANT_RECOMMEND',
  records: ['account-changed'],
  idempotent: 'own-row',
  params: z.object({ fundId }),
  body: command(z.object({ ...grantTerms, ...dates, ...withAdvice, certified: z.boolean() })),
  reply: scheduleDetails,
})

const params = z.object({ fundId, scheduleId })
const revision = revisionFrom(1)

export const changeSchedule = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/change',
  summary:
    'Changes a schedule and certifies it again. Only its creator or a donor may change its amount and charity',
  access: 'GRANT_RECOMMEND',
  records: ['account-changed'],
  params,
  body: command(z.object({ revision, ...grantTerms, ...dates, ...withAdvice, certified: z.boolean() })),
  reply: scheduleDetails,
})

export const certifySchedule = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/certify',
  summary: 'Certifies a schedule for another twelve months; dates that waited for it are recommended',
  access: 'GRANT_RECOMMEND',
  records: ['account-changed'],
  params,
  body: command(z.object({ revision, ...withAdvice, certified: z.boolean() })),
  reply: scheduleDetails,
})

const stateBody = command(z.object({ revision }))

export const pauseSchedule = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/pause',
  summary: 'Pauses a schedule: dates are skipped until it is resumed',
  access: 'GRANT_RECOMMEND',
  records: ['account-changed'],
  idempotent: true,
  params,
  body: stateBody,
  reply: scheduleDetails,
})

export const resumeSchedule = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/resume',
  summary: 'Resumes a schedule; dates that passed while it was paused stay skipped',
  access: 'GRANT_RECOMMEND',
  records: ['account-changed'],
  idempotent: true,
  params,
  body: stateBody,
  reply: scheduleDetails,
})

export const stopSchedule = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/stop',
  summary: 'Stops a schedule permanently',
  access: 'GRANT_RECOMMEND',
  records: ['account-changed'],
  idempotent: true,
  params,
  body: stateBody,
  reply: scheduleDetails,
})

export const skipOccurrence = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/skip',
  summary: 'Skips one of the next twelve dates, or a date that waits',
  access: 'GRANT_RECOMMEND',
  idempotent: true,
  audit: 'schedule-date-skipped',
  params,
  body: command(z.object({ number })),
  reply: scheduleDetails,
})

export const recommendOccurrence = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grant-schedules/{scheduleId}/recommend',
  summary: 'Recommends the grant for a date that waits, with its amount or purpose corrected this once',
  access: 'GRANT_RECOMMEND',
  records: ['grant-recommended'],
  params,
  body: command(
    z.object({
      number,
      amountMinor: sentAmount,
      ...purposeChoices,
      ...withAdvice,
      certified: z.boolean(),
    }),
  ),
  reply: scheduleDetails,
})

export const getDueGrants = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants-due',
  summary: 'Lists what a fund’s schedules recommend within 90 days',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  reply: due,
})
