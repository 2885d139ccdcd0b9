import type { IsoDate } from '../../../domain/dates.ts'

/** What a statement says about its days and balances; null where it does not say it. */
export type StatementBalances = {
  opensOn: IsoDate | null
  closedOn: IsoDate
  openingMinor: bigint | null
  closingMinor: bigint | null
}

/**
 * The statement after which one is missing: the last that closes before this one opens, if it closes with another balance than this one
 * opens with. Null if nothing is missing, or nobody can tell. Statements overlap: one that covers the opening day has its own entries.
 */
export function gapBefore<Other extends StatementBalances>(
  { opensOn, openingMinor }: StatementBalances,
  others: readonly Other[],
): Other | null {
  if (opensOn === null || openingMinor === null) return null
  const before = others.filter(each => each.closedOn <= opensOn && each.closingMinor !== null)
  const isJoined = before.some(({ closingMinor }) => closingMinor === openingMinor)
  const isCovered = others.some(
    each => each.opensOn !== null && each.opensOn <= opensOn && opensOn <= each.closedOn,
  )
  if (isJoined || isCovered) return null
  return before.toSorted((one, other) => (one.closedOn < other.closedOn ? 1 : -1))[0] ?? null
}
