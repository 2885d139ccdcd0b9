/** A model of a fund's ledger (§12): plain sums over a list. Tests compare the real ledger with it; they share no code. */
type Movement = {
  date: string
  section: number
  spendableMinor: bigint
  excludedMinor: bigint
  pendingMinor: bigint
}

type Holdings = { spendableMinor: bigint; excludedMinor: bigint; pendingMinor: bigint }

type ModelStatement = {
  /** Sections 1 to 8: the change in the range; 9 and 11: the excluded and pending amounts on the last day. */
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
