import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fileReply } from '../../contract/list.ts'
import { fundId, isoDate } from '../../contract/wire.ts'

/** The statement of any range as a tagged PDF. It needs the permissions of every section, because it shows them all. */
export const saveStatement = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/statement',
  summary: 'Returns the statement of a fund over a range of days as a PDF',
  access: 'FUND_ACTIVITY_VIEW',
  params: z.object({ fundId }),
  query: z.object({ from: isoDate, to: isoDate }),
  reply: fileReply,
  file: true,
})
