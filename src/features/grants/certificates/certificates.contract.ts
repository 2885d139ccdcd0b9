import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { fileReply } from '../../../contract/list.ts'
import { fundId } from '../../../contract/wire.ts'

const grantId = z.uuid()

/** `json`: JSON Lines, one certificate a line, as npm run certificate:verify reads it. */
export const certificateFormats = ['pdf', 'json'] as const
const query = z.object({ format: z.enum(certificateFormats) })

export const downloadStaffCertificates = endpoint({
  method: 'GET',
  path: '/api/grants/{grantId}/certificates',
  summary:
    'Returns the certificates of a grant’s recommendation, approval and payment, with the reasons and the screening',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  params: z.object({ grantId }),
  query,
  reply: fileReply,
  file: true,
})

export const downloadCertificates = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants/{grantId}/certificates',
  summary: 'Returns the certificates of a grant’s recommendation, approval and payment',
  access: 'GRANT_VIEW',
  params: z.object({ fundId, grantId }),
  query,
  reply: fileReply,
  file: true,
})
