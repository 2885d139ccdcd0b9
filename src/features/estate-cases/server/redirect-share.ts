import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { requireOtherFund } from '../../account-details/server/require-other-fund.ts'
import { findCharityStatus } from '../../charities/server/charity-status.ts'
import { generalFund } from '../../ledger/server/account-to-credit.queries.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { type AccountOfCase, findAccountOfCase } from './case-facts.queries.ts'
import { redirectionViolation } from './case-rules.ts'
import { type CaseRow, insertRedirection } from './cases.queries.ts'
import { nameOfRecipient } from './destinations.ts'
import { readShares, type Share } from './read-shares.ts'
import { caseDetails } from './show-cases.ts'

/**
 * Enters a new recipient of a share, by default the client's general fund. Throws
 * `validation`, `conflict` where the share cannot go elsewhere yet or another destination waits, `not-found`.
 */
export async function redirectShare(
  { params: { caseId, shareId }, body }: HandlerInput<typeof contract.redirectShare>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, actor, clock, client, today } = context
  const { reason, ...wanted } = body.data.attributes
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    const share = await requireShare(trx, { caseId, shareId }, context)
    const violation = redirectionViolation(row, share, { today, timeZone: client.timeZone })
    if (violation !== null) throw new Problem('conflict', { detail: violation })
    const destination = await destinationOf(trx, row, wanted, context)
    const isEntered = await insertRedirection(trx, {
      redirection_id: randomUUIDv7(),
      share_id: shareId,
      ...destination,
      reason,
      entered_by: actor.userId,
      entered_by_name: nameOf(actor),
      entered_at: clock.now(),
    })
    if (!isEntered)
      throw new Problem('conflict', {
        detail: 'Another recipient of this share is awaiting confirmation.',
      })
    await recordStep(trx, stepAuthor(context), {
      caseId,
      kind: 'redirected',
      text: `${share.name}: to ${destination.to_name}. ${reason}`.slice(0, 2000),
    })
  })
  return await caseDetails(db, caseId, context)
}

export async function requireShare(
  trx: Kysely<DB>,
  { caseId, shareId }: { caseId: string; shareId: string },
  { clock }: CaseContext,
): Promise<Share> {
  const share = (await readShares(trx, caseId, clock.now())).find(each => each.share_id === shareId)
  if (!share) throw new Problem('not-found')
  return share
}

type Wanted = { charityId: string | null; toFundId: number | null }

type Destination = { to_name: string } & (
  | { to_charity_id: string; to_account_id: null }
  | { to_charity_id: null; to_account_id: string }
)

async function destinationOf(
  trx: Kysely<DB>,
  row: CaseRow,
  { charityId, toFundId }: Wanted,
  context: CaseContext,
): Promise<Destination> {
  if (charityId !== null && toFundId !== null)
    throw fieldProblem('toFundId', 'Choose a charity or another fund')
  if (charityId !== null) {
    const charity = await findCharityStatus(trx, charityId, context.clock.now())
    const name = nameOfRecipient(charity, 'charityId', context)
    return { to_charity_id: charityId, to_account_id: null, to_name: name }
  }
  const found =
    toFundId === null ? await defaultFund(trx, context) : await findAccountOfCase(trx, { fundId: toFundId })
  const to = requireOtherFund(found, row.account_id, 'toFundId')
  return { to_charity_id: null, to_account_id: to.account_id, to_name: to.account_name }
}

/** The recipient of a share that nobody else receives: the fund that the client names, else the book's general fund. */
async function defaultFund(
  trx: Kysely<DB>,
  { client, today }: CaseContext,
): Promise<AccountOfCase | undefined> {
  if (client.defaultSuccessorFundId !== null)
    return await findAccountOfCase(trx, { fundId: client.defaultSuccessorFundId })
  const { accountId } = await generalFund(trx, { sponsor: client.displayName, today })
  return await findAccountOfCase(trx, { accountId })
}
