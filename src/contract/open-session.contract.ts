import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

// Calls that no first screen makes, apart from session.contract.ts, so that the first load does not contain them.

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/session/refresh',
  summary: 'Extends the session by 30 minutes',
  access: 'session',
  reply: z.object({}),
  silent: true,
})

/**
 * What a person typed when their session ended stays in the browser, encrypted with a key that the server gives to that person alone: nobody
 * else at the device can read it, not even outside the portal (decision 63).
 */
export const getBackupKey = endpoint({
  method: 'GET',
  path: '/api/session/backup-key',
  summary: 'Returns the key with which this person’s browsers encrypt what is typed when a session ends',
  access: 'session',
  /** 32 bytes for AES-256-GCM. */
  reply: z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/)) }),
})
