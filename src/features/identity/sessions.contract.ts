import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'

const instant = z.string()

const sessionRow = z.object({
  sessionId: z.string(),
  /** Firefox on Windows; null where the browser did not say. */
  browser: z.nullable(z.string()),
  /** The network address that the person signed in from. */
  address: z.nullable(z.string()),
  startedAt: instant,
  lastSeenAt: instant,
  /** Whether it is the session that asks. */
  isThis: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/security/sessions',
  summary: 'Where whoever is asking is signed in: this session first, then the last seen',
  access: 'signed-in',
  reply: z.object({ data: z.array(sessionRow) }),
})

export const endOneSession = endpoint({
  method: 'POST',
  path: '/api/security/sessions/{sessionId}/end',
  summary: 'Ends another session of whoever is asking, at once; one that there is not is harmless',
  access: 'signed-in',
  stepUp: true,
  params: z.object({ sessionId: z.uuid() }),
  reply: z.object({}),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/security/sessions/end-others',
  summary: 'Ends all sessions of whoever is asking but this one, at once',
  access: 'signed-in',
  stepUp: true,
  reply: z.object({ ended: z.int() }),
})
