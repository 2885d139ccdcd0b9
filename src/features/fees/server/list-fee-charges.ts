import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import { feeOf } from '../domain/fee.ts'
import type * as contract from '../fees.contract.ts'
import { chargeResponse } from './charge-response.ts'
import { type ChargeRow, chargeKeysets, isFeeRun, listChargeRows } from './charges.queries.ts'
import { termsOf } from './stored-terms.ts'

type Input = HandlerInput<typeof contract.listFeeCharges>

/** What a fee run charges each fund. Throws `not-found`, also for another batch. */
export async function listFeeCharges(
  {
    params: { batchId },
    query,
  }: { params: Input['params']; query: Pick<Input['query'], 'first' | 'after' | 'sort' | 'keywords'> },
  { db, client }: BatchContext,
): Promise<Reply<typeof contract.listFeeCharges>> {
  if (!(await isFeeRun(db, batchId))) throw new Problem('not-found')
  const page = keysetPage({ query, defaultSort: 'fundId', keysetsOf: chargeKeysets })
  const found = await listChargeRows(db, { batchId, keywords: query.keywords }, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return {
    data: rows.map(row =>
      chargeResponse(chargedOf(row), {
        fundId: Number(row.fund_id),
        accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
      }),
    ),
    meta,
  }
}

/** A stored charge as it was computed. */
export function chargedOf(row: ChargeRow) {
  const terms = termsOf(row)
  const basis = {
    balanceDaysMinor: BigInt(row.balance_days_minor),
    ...{ baseDays: row.base_days, chargedDays: row.charged_days },
    ...{ yearDays: row.year_days, keptHundredths: row.kept_hundredths },
  }
  return {
    ...basis,
    period: { from: row.period_from, to: row.period_to, terms },
    isMinimum: feeOf(terms, basis).isMinimum,
    feeMinor: row.fee_minor,
    chargedBeforeMinor: row.charged_before_minor,
    dueMinor: row.due_minor,
  }
}
