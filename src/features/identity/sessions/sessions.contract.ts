import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'

const instant = z.string()

const sessionRow = z.object({
  sessionId: z.string(),
  /** Such as 'Firefox on Windows'; null if the browser did not say. */
  browser: z.nullable(z.string()),
  /** The IP address at login. */
  address: z.nullable(z.string()),
  startedAt: instant,
  lastSeenAt: instant,
  /** Whether it is the session of this request. */
  isThis: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/security/sessions',
  summary: 'Lists the caller’s sessions: this one first, then by last activity',
  access: 'signed-in',
  reply: z.object({ data: z.array(sessionRow) }),
})

const login = z.object({
  /** The number of its event. */
  loginId: z.string(),
  at: instant,
  isRefused: z.boolean(),
  /** As in a session; null for an attempt that opened none. */
  browser: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type Login = z.output<typeof login>

/** The latest attempts of 90 days, newest first. */
export const listLogins = endpoint({
  method: 'GET',
  path: '/api/security/logins',
  summary: 'Lists the latest logins of the caller and the attempts with their user ID that were refused',
  access: 'signed-in',
  reply: z.object({ data: z.array(login) }),
})

export const endOneSession = endpoint({
  method: 'POST',
  path: '/api/security/sessions/{sessionId}/end',
  summary: 'Ends another session of the caller at once; succeeds if it does not exist',
  access: 'signed-in',
  records: ['session-ended'],
  stepUp: true,
  params: z.object({ sessionId: z.uuid() }),
  reply: z.object({}),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/security/sessions/end-others',
  summary: 'Ends all other sessions of the caller at once',
  access: 'signed-in',
  records: ['session-ended'],
  stepUp: true,
  reply: z.object({ ended: z.int() }),
})
