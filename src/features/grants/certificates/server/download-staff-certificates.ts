import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../certificates.contract.ts'
import { certificatesFile } from './certificates-file.ts'

/** The certificates of a grant of the book, with the reasons, the people and the screening, for staff and auditors. */
export const downloadStaffCertificates = async (
  { params: { grantId }, query: { format } }: HandlerInput<typeof contract.downloadStaffCertificates>,
  context: ContextOf<typeof contract.downloadStaffCertificates>,
): Promise<Reply<typeof contract.downloadStaffCertificates>> =>
  await certificatesFile({ grantId, format, withInternal: true }, context)
