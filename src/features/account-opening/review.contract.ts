import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { command, flag, isoDate, listOf, listQuery, searchKeywords } from '../../contract/wire.ts'
import { applicationMessage, getApplication } from './account-opening.contract.ts'
import { applicationStates } from './domain/application.ts'

const ownership = {
  /** The member of staff who looks after it; null: nobody. */
  owner: z.nullable(z.string()),
  /** Who looked after it and may no longer review applications: it waits for somebody else. */
  formerOwner: z.nullable(z.string()),
}

const queued = z.object({
  applicationId: z.string(),
  reference: z.int(),
  /** When everyone had signed; for the others when they were changed last. */
  since: isoDate,
  ageDays: z.int(),
  accountName: z.string(),
  donors: z.string(),
  startedBy: z.string(),
  state: z.enum(applicationStates),
  ...ownership,
})
export type QueuedApplication = z.output<typeof queued>

/** Those who review applications, and auditors, who read them. */
const readers = ['APPLICATION_REVIEW', 'AUDIT_VIEW'] as const

const filter = {
  /** A part of the account's name or of a donor's, or the reference. */
  keywords: z._default(searchKeywords, ''),
  /** Absent: those that wait for staff. */
  state: z.optional(z.enum(applicationStates)),
  /** Whether only the caller's own. */
  mine: z._default(flag, false),
}

export const listApplicationQueue = endpoint({
  method: 'GET',
  path: '/api/application-queue',
  summary: 'Lists the applications for accounts that wait for staff, oldest first',
  access: readers,
  query: z.object({ ...listQuery, ...filter }),
  reply: listOf(queued),
})

export const exportApplicationQueue = endpoint({
  method: 'GET',
  path: '/api/application-queue/export',
  summary: 'Exports the applications for accounts as a workbook or as comma-separated values',
  access: readers,
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...filter }),
  reply: fileReply,
  file: true,
})

const duplicate = z.object({
  kind: z.enum(['person', 'fund']),
  /** The part of the application that it resembles: a donor's name, or the name of the account. */
  of: z.string(),
  /** The existing person or fund. */
  found: z.string(),
  /** Why it may be the same: "same e-mail address", "same name". */
  reason: z.string(),
  /** The fund's number, where a fund was found or the person belongs to one. */
  fundId: z.nullable(z.int()),
  currency: z.nullable(z.string()),
})
export type Duplicate = z.output<typeof duplicate>

const event = z.object({
  kind: z.string(),
  /** As staff read it. */
  sentence: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  text: z.nullable(z.string()),
})

/** A donor with a login whose signed address is not the one on file. */
const differingAddress = z.object({
  /** The place among the donors, from 0. */
  donor: z.int(),
  name: z.string(),
  signed: z.string(),
  onFile: z.string(),
})
export type DifferingAddress = z.output<typeof differingAddress>

/** Which address of a donor is right; the other one is not kept. */
const addressChoice = z.object({
  donor: z.int().check(z.minimum(0), z.maximum(100)),
  use: z.enum(['signed', 'on-file']),
})
export type AddressChoice = z.output<typeof addressChoice>

const review = z.object({
  application: getApplication.reply,
  ...ownership,
  isOwn: z.boolean(),
  /** Why the caller cannot decide it; null: they can. */
  violation: z.nullable(z.string()),
  duplicates: z.array(duplicate),
  /** While it waits for a decision. */
  addresses: z.array(differingAddress),
  /** When the search for them ran; null: not yet. */
  duplicatesFoundAt: z.nullable(z.iso.datetime()),
  /** Oldest first. */
  events: z.array(event),
})
export type ApplicationReview = z.output<typeof review>

const params = z.object({ applicationId: z.uuid() })

export const getApplicationReview = endpoint({
  method: 'GET',
  path: '/api/application-queue/{applicationId}',
  summary: 'Returns an application for an account with what its reviewer needs',
  access: readers,
  params,
  reply: review,
})

/** Takes the application over, or gives it back. */
export const claimApplication = endpoint({
  method: 'POST',
  path: '/api/application-queue/{applicationId}/claim',
  summary: 'Makes the caller the owner of an application, or no longer; repeating it changes nothing',
  access: 'APPLICATION_REVIEW',
  records: ['application-claimed', 'application-released'],
  params,
  body: command(z.object({ claims: z.boolean() })),
  reply: review,
})

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/api/application-queue/{applicationId}/duplicates',
  summary: 'Looks for possible duplicates among the people and funds of the realm',
  access: 'APPLICATION_REVIEW',
  params,
  body: command(z.object({})),
  reply: z.object({}),
  silent: true,
})

export const askApplicant = endpoint({
  method: 'POST',
  path: '/api/application-queue/{applicationId}/ask',
  summary: 'Asks the applicant a question, which they answer in the portal',
  access: 'APPLICATION_REVIEW',
  records: ['application-asked'],
  params,
  body: command(applicationMessage),
  reply: review,
})

export const declineApplication = endpoint({
  method: 'POST',
  path: '/api/application-queue/{applicationId}/decline',
  summary: 'Declines an application; repeating it changes nothing',
  access: 'APPLICATION_REVIEW',
  records: ['application-declined'],
  stepUp: true,
  params,
  body: command(applicationMessage),
  reply: review,
})

/** Opens the account: its people, plan, users and first contribution in one transaction. Never by the person who started it. */
export const acceptApplication = endpoint({
  method: 'POST',
  path: '/api/application-queue/{applicationId}/accept',
  summary: 'Accepts an application and enters its account; repeating it changes nothing',
  access: 'APPLICATION_REVIEW',
  records: ['application-accepted', 'account-changed', 'contribution-entered', 'profile-changed'],
  stepUp: true,
  params,
  body: command(
    z.object({
      /** The caller has checked the possible duplicates. */
      hasCheckedDuplicates: z.boolean(),
      needsCountersignature: flag,
      /** One for each donor whose addresses differ. */
      addresses: z.array(addressChoice).check(z.maxLength(100)),
    }),
  ),
  reply: z.object({ fundId: z.int() }),
})
