import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { causeLabel } from '../../../charities/domain/cause.ts'
import type * as contract from '../giving.contract.ts'
import { sumPaid } from './giving.queries.ts'

/** The charities that the insight names; the rest is one sum. */
const namedCharities = 12

export async function getInsight(
  { query: { from, to } }: HandlerInput<typeof contract.getInsight>,
  { db, account }: ContextOf<typeof contract.getInsight>,
): Promise<Reply<typeof contract.getInsight>> {
  const { byYear, byCause, byCharity } = await sumPaid(db, account.accountId, { from, to })
  const sum = (rows: readonly { amount_minor: bigint }[]) =>
    rows.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const others = byCharity.slice(namedCharities)
  const shareOf = ({ amount_minor: amountMinor, grants }: { amount_minor: bigint; grants: number }) => ({
    amountMinor,
    grants,
  })
  return {
    totalMinor: sum(byYear),
    grants: byYear.reduce((total, { grants }) => total + grants, 0),
    byYear: byYear.map(row => ({ year: row.year, ...shareOf(row) })),
    byCause: mergedCauses(byCause),
    byCharity: byCharity.slice(0, namedCharities).map(row => ({
      charityId: row.charity_id,
      charityName: row.charity_name,
      ...shareOf(row),
    })),
    otherMinor: sum(others),
    otherCharities: others.length,
  }
}

/** Charities without a code, and those of a code that names no cause, are one row. */
function mergedCauses(
  rows: readonly { cause: string | null; amount_minor: bigint; grants: number }[],
): Reply<typeof contract.getInsight>['byCause'] {
  const merged = new Map<string | null, { amountMinor: bigint; grants: number }>()
  for (const { cause, amount_minor: amountMinor, grants } of rows) {
    const label = causeLabel(cause)
    const known = merged.get(label) ?? { amountMinor: 0n, grants: 0 }
    merged.set(label, { amountMinor: known.amountMinor + amountMinor, grants: known.grants + grants })
  }
  return [...merged].map(([cause, sum]) => ({ cause, ...sum }))
}
