import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { batchKindNames, maxLinesOfAccount } from '../domain/posting-batch.ts'
import type { BatchPlan } from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import type { PlannedBatch } from './plan-batch.ts'
import { type AccountFacts, findLastOfKinds, findSameBatch } from './posting-batches.queries.ts'

/** What was asked for, by its hash, and what staff call it. */
export type PlanInput = { inputHash: string; what: 'file' | 'division' | 'fee run' | 'batch' }

export async function planResponse(
  plan: PlannedBatch,
  input: PlanInput,
  { db, book, client }: BatchContext,
): Promise<BatchPlan> {
  const nameOf = (account: AccountFacts) =>
    displayName(account.account_name, account.account_status, client.showsClosedStatus)
  return {
    currency: book.currency,
    planHash: plan.planHash,
    lines: plan.lines + plan.wrong.count,
    totals: await totalsOf(db, plan),
    wrong: [...plan.wrong.first],
    wrongLines: plan.wrong.count,
    leftOut: plan.leftOut.map(({ line, account, kind, amountMinor, outcome }) => ({
      line,
      fundId: Number(account.fund_id),
      accountName: nameOf(account),
      kind,
      amountMinor,
      postedMinor: outcome.postedMinor,
      note: outcome.note ?? '',
    })),
    leftOutLines: plan.leftOutLines,
    repeated: [...plan.repeated],
    repeatedLines: plan.repeatedLines,
    moved: [...plan.moved],
    movedLines: plan.movedLines,
    firstOpenDay: plan.firstOpenDay,
    earlier: [...plan.earlier],
    earlierLines: plan.earlierLines,
    days: plan.days,
    funds: plan.funds.map(({ account, after }) => ({
      fundId: Number(account.fund_id),
      accountName: nameOf(account),
      beforeMinor: account.spendable_minor,
      afterMinor: after.spendableMinor,
    })),
    fundCount: plan.fundCount,
    fundsBelowZero: plan.fundsBelowZero,
    refusal: await refusalOf(db, plan, input),
  }
}

/** Why a batch of these lines cannot be entered, as a sentence; null if it can. */
export async function refusalOf(
  db: Kysely<DB>,
  { wrong, tooMany, isAllLeftOut }: PlannedBatch,
  { inputHash, what }: PlanInput,
): Promise<string | null> {
  const same = await findSameBatch(db, { inputHash, reference: null })
  if (same)
    return `This ${what} was posted as batch ${same.batch_number}. Reverse that batch first to post it again.`
  if (wrong.count > 0)
    return wrong.count === 1
      ? 'One line cannot be read. Correct it in the file, and choose the file again.'
      : `${wrong.count} lines cannot be read. Correct them in the file, and choose the file again.`
  if (tooMany !== null)
    return `Account ${tooMany.fundId} has ${tooMany.lines.toLocaleString('en')} lines. A batch may have ${maxLinesOfAccount.toLocaleString('en')} of one account, which are posted together. Add up some of them, or divide the file.`
  // What funds cannot pay of a fee run is stored, and waits.
  if (what !== 'fee run' && isAllLeftOut) return 'All lines would be left out.'
  return null
}

async function totalsOf(db: Kysely<DB>, { totals }: PlannedBatch): Promise<BatchPlan['totals']> {
  const last = new Map((await findLastOfKinds(db, [...totals.keys()])).map(each => [each.kind, each]))
  return batchKindNames.flatMap(kind => {
    const total = totals.get(kind)
    const earlier = last.get(kind)
    return total
      ? [
          {
            ...{ kind, ...total },
            last: earlier
              ? {
                  batchId: earlier.batch_id,
                  batchNumber: Number(earlier.batch_number),
                  reference: earlier.reference,
                  lines: earlier.lines,
                  amountMinor: earlier.amount_minor,
                }
              : null,
          },
        ]
      : []
  })
}
