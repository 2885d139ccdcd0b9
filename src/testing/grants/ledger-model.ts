/**
 * A fund's ledger as open-points 5 tells it, in plain sums over a list: what the tests hold the real one against. It
 * shares no code with it.
 */
export type Movement = {
  date: string
  section: number
  spendableMinor: bigint
  excludedMinor: bigint
  pendingMinor: bigint
}

export type Holdings = { spendableMinor: bigint; excludedMinor: bigint; pendingMinor: bigint }

export type ModelStatement = {
  /** What each of the sections 1 to 8 added, 9 and 11 what stands apart on the last day. */
  bySection: Record<number, bigint>
  beginningMinor: bigint
  endingMinor: bigint
  pendingMinor: bigint
  excludedMinor: bigint
  availableMinor: bigint
}

export type ModelFund = {
  holdings(until?: string): Holdings
  move(movement: Partial<Movement> & { date: string; section: number }): void
  statement(from: string, to: string): ModelStatement
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n)
const whole = (each: Holdings) => each.spendableMinor + each.excludedMinor + each.pendingMinor

export function modelFund(): ModelFund {
  const movements: Movement[] = []
  const holdings = (until = '9999-12-31'): Holdings => {
    const past = movements.filter(({ date }) => date <= until)
    return {
      spendableMinor: sum(past.map(each => each.spendableMinor)),
      excludedMinor: sum(past.map(each => each.excludedMinor)),
      pendingMinor: sum(past.map(each => each.pendingMinor)),
    }
  }
  return {
    holdings,
    move: movement =>
      void movements.push({ spendableMinor: 0n, excludedMinor: 0n, pendingMinor: 0n, ...movement }),
    statement: (from, to) => {
      const within = movements.filter(({ date }) => date >= from && date <= to)
      const atEnd = holdings(to)
      const bySection: Record<number, bigint> = { 9: atEnd.excludedMinor, 11: atEnd.pendingMinor }
      for (const section of [1, 2, 3, 4, 5, 6, 7, 8])
        bySection[section] = sum(within.filter(each => each.section === section).map(whole))
      return {
        bySection,
        beginningMinor: sum(movements.filter(({ date }) => date < from).map(whole)),
        endingMinor: whole(atEnd),
        pendingMinor: atEnd.pendingMinor,
        excludedMinor: atEnd.excludedMinor,
        availableMinor: atEnd.spendableMinor,
      }
    },
  }
}
