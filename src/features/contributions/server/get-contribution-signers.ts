import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type * as contract from '../contributions.contract.ts'
import { findDonors } from './contributions.queries.ts'
import { entryViolation } from './enter-contribution.ts'
import { signingViolation } from './signers.ts'

export async function getContributionSigners(
  _input: HandlerInput<typeof contract.getContributionSigners>,
  { db, account, client }: ContextOf<typeof contract.getContributionSigners>,
): Promise<Reply<typeof contract.getContributionSigners>> {
  const donors = await findDonors(db, account.accountId)
  return {
    fundId: account.fundId,
    accountName: displayName(account.accountName, account.status, client.showsClosedStatus),
    signers: donors.map(donor => ({ name: donor.name, violation: signingViolation(donor) })),
    violation: entryViolation(account),
  }
}
