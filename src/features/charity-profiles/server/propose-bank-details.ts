import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type * as contract from '../bank-details.contract.ts'
import type { BankDetails } from '../bank-details.contract.ts'
import { type BankNumbers, bankNumberViolations, plainNumber } from '../domain/bank-numbers.ts'
import { insertDetails, lockDetails } from './bank-details.queries.ts'
import { type Context, record } from './bank-details.ts'
import { listBankDetails } from './list-bank-details.ts'
import { encryptedDetails, isSame, othersWait } from './propose-corrections.ts'
import { openNumbers } from './read-numbers.ts'
import { requireCharity } from './require-charity.ts'

/**
 * Enters new details, encrypted, until someone else confirms them. Throws `validation` where a number is wrong or they are those in use,
 * `conflict` while others wait, `not-found`.
 */
export async function proposeBankDetails(
  { params: { charityId }, body }: HandlerInput<typeof contract.proposeBankDetails>,
  context: Context,
): Promise<{ data: BankDetails[] }> {
  await requireCharity(charityId, context)
  const { book } = context
  const { holderName, reason, ...given } = body.data.attributes
  const country = book.currency === 'USD' ? ('US' as const) : ('GB' as const)
  const numbers = {
    country,
    bank: plainNumber(given.bank),
    account: plainNumber(given.account),
    kind: given.accountKind ?? ('checking' as const),
  }
  await propose({ charityId, holderName, reason, numbers }, context)
  return await listBankDetails({ params: { charityId } }, context)
}

async function propose(
  {
    charityId,
    holderName,
    reason,
    numbers,
  }: { charityId: string; holderName: string; reason: string; numbers: BankNumbers },
  context: Context,
): Promise<void> {
  const { client, realmDb, actor, documentFiles } = context
  const { keys } = documentFiles
  const [violation] = bankNumberViolations(numbers)
  if (violation) throw fieldProblem(violation.field, violation.message)
  await realmDb.transaction().execute(async trx => {
    const rows = await lockDetails(trx, charityId)
    const inUse = rows.find(({ state }) => state === 'confirmed')
    if (rows.some(({ state }) => state === 'proposed')) throw new Problem('conflict', { detail: othersWait })
    // Details that cannot be decrypted are replaced like any others.
    const numbersInUse = inUse && openNumbers(inUse, { keys, realm: client.realm })
    if (numbersInUse && isSame(numbersInUse, numbers))
      throw fieldProblem('account', 'These are the details in use')
    const details = encryptedDetails(keys, client.realm, numbers)
    await insertDetails(trx, [
      {
        ...details,
        charity_id: charityId,
        holder_name: holderName,
        reason: reason.slice(0, 1000),
        proposed_by: actor.userId,
        proposed_by_name: nameOf(actor),
        proposed_at: context.clock.now(),
      },
    ])
    await record(trx, context, { kind: 'bank-details-entered', charityId, detailsId: details.details_id })
  })
}
