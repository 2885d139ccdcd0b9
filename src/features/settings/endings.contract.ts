import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'

const ending = z.object({
  key: z.string(),
  text: z.string(),
  endsOn: z.string(),
  level: z.enum(['ended', 'urgent', 'soon', 'later']),
})
export type EndingReply = z.output<typeof ending>

export const listEndings = endpoint({
  method: 'GET',
  path: '/api/endings',
  summary: 'Returns what ends soon, as the last nightly check found it: certificates, keys, vettings',
  access: ['SETTINGS_MANAGE', 'AUDIT_VIEW'],
  reply: z.object({
    /** The first to end first. */
    data: z.array(ending),
    /** Null before the first check. */
    checkedAt: z.nullable(z.string()),
  }),
})
