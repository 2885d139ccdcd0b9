import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { findGrant } from '../../server/grants.queries.ts'
import type * as contract from '../certificates.contract.ts'
import { certificatesFile } from './certificates-file.ts'

/** The certificates of a grant of the fund, without what is internal. Throws `not-found` for the grant of another fund. */
export async function downloadCertificates(
  { params: { grantId }, query: { format } }: HandlerInput<typeof contract.downloadCertificates>,
  context: ContextOf<typeof contract.downloadCertificates>,
): Promise<Reply<typeof contract.downloadCertificates>> {
  if (!(await findGrant(context.db, context.account.accountId, grantId))) throw new Problem('not-found')
  return await certificatesFile({ grantId, format, withInternal: false }, context)
}
