import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredLine, requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { command } from '../../contract/wire.ts'
import { acceptsSmallerTeam } from './rights.contract.ts'
import { personId, waitingWork } from './users.contract.ts'

const done = z.object({ personId })
const about = {
  method: 'POST',
  access: 'USER_MANAGE',
  params: z.object({ personId }),
} as const

export const suspendAccess = endpoint({
  ...about,
  path: '/api/users/{personId}/suspend',
  summary: 'Shuts a person out at once, in every instance, until further notice; refused for oneself',
  changesAccess: true,
  records: ['access-suspended', 'session-ended'],
  body: command(z.object({ reason: requiredReason })),
  /** `missing`: what fewer people can do now than the client asks for, as sentences. */
  reply: z.extend(done, { missing: z.array(z.string()) }),
})

export const resumeAccess = endpoint({
  ...about,
  path: '/api/users/{personId}/resume',
  summary:
    'Lets a suspended person in again, with the rights that they have, or asks a second person to where those take two',
  changesAccess: true,
  records: ['access-resumed', 'access-resumption-requested'],
  stepUp: true,
  body: command(z.object({ reason: requiredReason })),
  reply: z.extend(done, { state: z.enum(['resumed', 'requested']) }),
})

export const confirmResumption = endpoint({
  ...about,
  path: '/api/users/{personId}/resume/confirm',
  summary: 'Lets a suspended person in again as somebody else asked; refused to the person who asked',
  changesAccess: true,
  records: ['access-resumed'],
  stepUp: true,
  body: command(z.object({})),
  reply: done,
})

export const declineResumption = endpoint({
  ...about,
  path: '/api/users/{personId}/resume/decline',
  summary: 'Leaves a person suspended whom somebody asked to let in',
  changesAccess: true,
  records: ['access-resumption-declined'],
  body: command(z.object({ reason: requiredReason })),
  reply: done,
})

const resumption = z.object({
  personId,
  userId: z.string(),
  name: z.string(),
  reason: z.string(),
  asked: z.object({ name: z.string(), at: z.string() }),
})
export type Resumption = z.output<typeof resumption>

export const listResumptions = endpoint({
  method: 'GET',
  path: '/api/resumptions',
  summary: 'Lists the suspended people whom somebody asked to let in, oldest first',
  access: ['USER_MANAGE', 'AUDIT_VIEW'],
  reply: z.object({ data: z.array(resumption), meta: z.object({ total: z.int() }) }),
})

export const endUserAccess = endpoint({
  ...about,
  path: '/api/users/{personId}/end-access',
  summary:
    'Ends all access of a person who leaves, for good: rights, sessions, logins, relationships in every book; refused for oneself and for the last donor of an account',
  changesAccess: true,
  records: ['access-ended', 'session-ended'],
  stepUp: true,
  body: command(z.object({ reason: requiredReason, acceptsSmallerTeam })),
  reply: z.object({
    sessions: z.int(),
    /** What the person filed that waits for somebody else, in the books that the client shows. */
    waiting: z.array(waitingWork),
  }),
})

export const endUserSessions = endpoint({
  ...about,
  path: '/api/users/{personId}/end-sessions',
  summary: 'Ends the sessions of a person; they may log in again',
  records: ['session-ended'],
  body: command(z.object({ reason: requiredReason })),
  reply: z.object({ sessions: z.int() }),
})

/** How the person’s identity was checked before their factors were reset. */
export const identityCheck = requiredMessage(
  'Say how you checked who asked, such as a call back to the number on file',
)

export const resetUserFactors = endpoint({
  ...about,
  path: '/api/users/{personId}/reset-factors',
  summary:
    'Removes a person’s passkeys, codes and remembered devices after a check of their identity that is written down; refused for oneself',
  records: ['factor-removed', 'session-ended'],
  stepUp: true,
  body: command(z.object({ identityCheck })),
  reply: z.object({ removed: z.int() }),
})

const link = {
  /** The name of one of the client’s providers. */
  provider: z.string().check(z.maxLength(40)),
  subject: requiredLine(500, 'Enter the subject that the bank’s provider sends'),
}

export const linkLogin = endpoint({
  ...about,
  path: '/api/users/{personId}/logins',
  summary:
    'Links a subject of the bank’s provider to a person, who then logs in with it; refused for oneself',
  changesAccess: true,
  records: ['login-linked'],
  stepUp: true,
  body: command(z.object({ ...link, reason: requiredReason })),
  reply: done,
})

export const unlinkLogin = endpoint({
  ...about,
  path: '/api/users/{personId}/logins/unlink',
  summary:
    'Unlinks a subject of the bank’s provider from a person, and ends their sessions; refused for oneself',
  changesAccess: true,
  records: ['login-unlinked', 'session-ended'],
  stepUp: true,
  body: command(
    z.object({
      issuer: z.string().check(z.maxLength(1000)),
      subject: link.subject,
      reason: requiredReason,
    }),
  ),
  reply: done,
})
