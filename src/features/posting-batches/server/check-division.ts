import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type * as contract from '../division.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { planResponse } from './describe-plan.ts'
import { maxShown } from './plan-batch.ts'
import { basisOf, planDivision } from './plan-division.ts'

/** What a divided total would do, as things are now; nothing is stored. */
export async function checkDivision(
  { body }: HandlerInput<typeof contract.checkDivision>,
  context: BatchContext,
): Promise<Reply<typeof contract.checkDivision>> {
  const { plan, lines, input, days, withoutShare } = await planDivision(
    context.db,
    body.data.attributes,
    context,
  )
  return {
    ...(await planResponse(plan, input, context)),
    shares: lines
      .toSorted((one, other) => Number(other.amountMinor - one.amountMinor))
      .slice(0, maxShown)
      .map(({ account, weight, amountMinor }) => ({
        fundId: Number(account.fund_id),
        accountName: displayName(
          account.account_name,
          account.account_status,
          context.client.showsClosedStatus,
        ),
        basisMinor: basisOf(weight, days),
        amountMinor,
      })),
    withoutShare,
  }
}
