import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { maxPayerNameLength, type Payer } from '../domain/payer.ts'
import { type ContributionRow, findDonors } from './contributions.queries.ts'
import { findAccountType } from './payers.queries.ts'

/**
 * Who gave a contribution of which nobody said who gave it: the other sponsor that the donors announced, or else whose account it is. Throws
 * `validation` where nobody knows their name.
 */
export async function usualPayer(
  trx: Kysely<DB>,
  { account_id: accountId, announced }: Pick<ContributionRow, 'account_id' | 'announced'>,
): Promise<Payer | null> {
  if (announced?.way !== 'sponsor') return await accountAsPayer(trx, accountId)
  if (announced.sentFrom === null)
    throw fieldProblem('payer', 'It comes from another sponsor, which was not named. Say who gave it')
  return { kind: 'sponsor', name: announced.sentFrom, address: null, acceptanceReason: null }
}

/**
 * Whose account it is as the payer: its organization, or its donors. Their addresses are their own to share, so the receipt has none. Null
 * where the account has no donor. Throws `validation` for an organization without a legal name.
 */
export async function accountAsPayer(trx: Kysely<DB>, accountId: string): Promise<Payer | null> {
  const { account_type: type, organization_legal_name: legalName } = await findAccountType(trx, accountId)
  const unaddressed = { address: null, acceptanceReason: null }
  if (legalName !== null && legalName.trim() !== '')
    return { kind: 'company', name: legalName.slice(0, maxPayerNameLength), ...unaddressed }
  if (type === 'Organization')
    throw fieldProblem('payer', 'The account is of an organization without a legal name. Say who gave it')
  const names = (await findDonors(trx, accountId)).map(({ name }) => name)
  if (names.length === 0) return null
  return {
    kind: names.length === 1 ? 'individual' : 'joint',
    name: names.join(' and ').slice(0, maxPayerNameLength),
    ...unaddressed,
  }
}
