import * as z from 'zod/mini'
import { endpoint, type Reply } from '../../../contract/endpoint.ts'
import { fileReply } from '../../../contract/list.ts'
import { richText } from '../../../contract/rich-text.ts'
import { command, fundId, isoDate, revisionFrom } from '../../../contract/wire.ts'
import { announcement, waysToGive } from '../domain/announcement.ts'
import { contributionStates } from '../domain/contribution.ts'

const fact = z.object({
  label: z.string(),
  value: z.string(),
  /** Whether people copy it into their bank's form. */
  isCopied: z.boolean(),
})
export type InstructionFact = z.output<typeof fact>

/** Where each way of giving leads; the managed texts of the screen say what to do. */
export const getContributionInstructions = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/contribution-instructions',
  summary: 'Returns the accounts and addresses to which contributions to a fund are sent, with its reference',
  access: 'CONTRIBUTION_ANNOUNCE',
  params: z.object({ fundId }),
  reply: z.object({
    /** Those that the sponsor takes, each with the editors' text. */
    ways: z.array(z.object({ way: z.enum(waysToGive), text: richText, facts: z.array(fact) })),
    otherAssets: richText,
    /** The days of the giving season. */
    deadlines: z.array(z.object({ name: z.string(), gift: z.string(), on: isoDate })),
    /** Why nothing can be announced, as a sentence; null: it can. */
    violation: z.nullable(z.string()),
  }),
})

export type Instructions = Reply<typeof getContributionInstructions>

const params = z.object({ fundId, contributionId: z.uuid() })
const announced = z.object({ contributionId: z.uuid(), transactionId: z.int() })

export const announceContribution = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/announce',
  summary: 'Announces a contribution that the caller will send; the donors are notified',
  access: 'CONTRIBUTION_ANNOUNCE',
  records: ['contribution-announced'],
  idempotent: true,
  changesEntered: true,
  params: z.object({ fundId }),
  body: command(announcement),
  reply: announced,
})

export const changeAnnouncement = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/change',
  summary: 'Changes a contribution that was announced and has not arrived',
  access: 'CONTRIBUTION_ANNOUNCE',
  idempotent: true,
  audit: 'contribution-announcement-changed',
  changesEntered: true,
  params,
  body: command(z.object({ revision: revisionFrom(1), announcement })),
  reply: announced,
})

export const withdrawAnnouncement = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/withdraw',
  summary: 'Cancels a contribution that was announced and has not arrived; repeating it changes nothing',
  access: 'CONTRIBUTION_ANNOUNCE',
  records: ['contribution-cancelled', 'envelope-voided'],
  idempotent: true,
  changesEntered: true,
  params,
  body: command(z.object({})),
  reply: z.object({ state: z.enum(contributionStates) }),
})

/** Who holds the securities signs it and sends it to their custodian. */
export const saveInstructionLetter = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/contributions/{contributionId}/letter',
  summary: 'Returns the letter that instructs a custodian to deliver announced securities, as a PDF',
  access: 'CONTRIBUTION_ANNOUNCE',
  params,
  reply: fileReply,
  file: true,
})
