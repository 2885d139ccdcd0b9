import { addDays, type IsoDate } from '../domain/dates.ts'
import type { FeeTerms } from '../domain/fee-terms.ts'

// What fee runs should charge, without SQL and without the program's own arithmetic: day by day, in fractions of one cent.

type Charge = { batch: number; period: IsoDate; feeMinor: bigint; dueMinor: bigint; kept: bigint }
type Line = { batch: number; amountMinor: bigint; arrearsMinor: bigint; postedMinor: bigint }
/** What two people forgave after a batch, by the batches that had left it owed. */
type WriteOff = { after: number; parts: { batch: number; amountMinor: bigint }[] }

/** A fund and its fees of one kind; those of another kind share its entries. */
export type ModelFund = {
  openedOn: IsoDate
  entries: { on: IsoDate; amountMinor: bigint }[]
  reductions: { from: IsoDate; to: IsoDate; hundredths: number }[]
  charges: Charge[]
  lines: Line[]
  writeOffs: WriteOff[]
}

/** `terms`: those on which a period was charged. */
export type ModelPeriod = { from: IsoDate; to: IsoDate }
export type ChargedPeriod = ModelPeriod & { terms: FeeTerms }

const daysOf = ({ from, to }: ModelPeriod): IsoDate[] => {
  const days: IsoDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)

const yearDaysOf = (day: IsoDate) => (new Date(`${day.slice(0, 4)}-02-29`).getUTCDate() === 29 ? 366n : 365n)

/** The part of each day that is charged, added up, in hundredths of a percent. */
function keptOf(days: readonly IsoDate[], { reductions }: ModelFund): bigint {
  const ofDay = (day: IsoDate) =>
    Math.max(
      0,
      ...reductions.filter(({ from, to }) => from <= day && day <= to).map(({ hundredths }) => hundredths),
    )
  return sumOf(days.map(day => BigInt(10_000 - ofDay(day))))
}

/** The balances of the days, added up. */
const balanceDaysOf = (days: readonly IsoDate[], { entries }: ModelFund): bigint =>
  sumOf(days.map(day => sumOf(entries.filter(({ on }) => on <= day).map(({ amountMinor }) => amountMinor))))

/** The fee of some days in arrears: by tiers on their average, at least the minimum, rounded half up once. */
function feeOf(terms: FeeTerms, days: readonly IsoDate[], balanceDays: bigint, kept: bigint): bigint {
  const [first] = days
  if (balanceDays <= 0n || first === undefined) return 0n
  const count = BigInt(days.length)
  let [yearly, from] = [0n, 0n]
  for (const { upToMinor, millionths } of terms.tiers) {
    const to = upToMinor === null || balanceDays < upToMinor * count ? balanceDays : upToMinor * count
    if (to > from) yearly += (to - from) * BigInt(millionths)
    if (upToMinor !== null) from = upToMinor * count
  }
  const least = terms.minimumPerYearMinor * count * 1_000_000n
  // The days of the average and those that are charged are the same, and cancel each other out.
  const over = (yearly > least ? yearly : least) * kept
  const under = count * 1_000_000n * yearDaysOf(first) * 10_000n
  return over / under + (2n * (over % under) >= under ? 1n : 0n)
}

export const availableOf = ({ entries }: ModelFund): bigint =>
  sumOf(entries.map(({ amountMinor }) => amountMinor))

/** What the fund owes, negative for a credit: what was charged and not posted. */
export const owedOf = (fund: ModelFund): bigint =>
  sumOf([...chargedBy(fund).values()]) - sumOf(fund.lines.map(({ postedMinor }) => postedMinor))

/** What each batch charged, without what came from earlier ones and what was written off; the oldest batch first. */
function chargedBy({ charges, lines, writeOffs }: ModelFund): Map<number, bigint> {
  const withLine = new Set(lines.map(({ batch }) => batch))
  const parts = [
    ...lines.map(line => ({ batch: line.batch, amountMinor: line.amountMinor - line.arrearsMinor })),
    ...charges
      .filter(({ batch }) => !withLine.has(batch))
      .map(({ batch, dueMinor }) => ({ batch, amountMinor: dueMinor })),
    ...writeOffs.flatMap(writeOff =>
      writeOff.parts.map(({ batch, amountMinor }) => ({ batch, amountMinor: -amountMinor })),
    ),
  ]
  const charged = new Map<number, bigint>()
  for (const { batch, amountMinor } of parts.toSorted((one, other) => one.batch - other.batch))
    charged.set(batch, (charged.get(batch) ?? 0n) + amountMinor)
  return charged
}

/** Forgives all that a fund owes, after a batch. What was paid and credited is of the oldest batches. */
export function writeOff(fund: ModelFund, after: number): void {
  const charged = [...chargedBy(fund)].filter(([, amountMinor]) => amountMinor > 0n)
  let paid = sumOf(charged.map(([, amountMinor]) => amountMinor)) - owedOf(fund)
  const parts: WriteOff['parts'] = []
  for (const [batch, amountMinor] of charged) {
    const paidOfBatch = paid < amountMinor ? paid : amountMinor
    paid -= paidOfBatch
    if (amountMinor > paidOfBatch) parts.push({ batch, amountMinor: amountMinor - paidOfBatch })
  }
  fund.writeOffs.push({ after, parts })
}

/** Whether a period that was charged is settled: its fee was not paid whole, and was written off since. */
const isSettled = ({ charges, lines, writeOffs }: ModelFund, period: IsoDate): boolean =>
  charges
    .filter(charge => charge.period === period)
    .some(({ batch }) =>
      lines.some(
        line =>
          line.batch === batch &&
          line.postedMinor < line.amountMinor &&
          writeOffs.some(({ after }) => after >= batch),
      ),
    )

type Run = { batch: number; period: ChargedPeriod; earlier: readonly ChargedPeriod[] }

/** Charges a fund for a period, with the differences of those that were charged before. */
export function chargeFund(
  fund: ModelFund,
  { batch, period, earlier }: Run,
  postedOn: IsoDate,
): { charges: Charge[]; line: Line | null } {
  const charges = [period, ...earlier].flatMap((each): Charge[] => {
    const from = fund.openedOn > each.from ? fund.openedOn : each.from
    const days = daysOf({ from, to: each.to })
    if (days.length === 0 || isSettled(fund, each.from)) return []
    const before = fund.charges.filter(charge => charge.period === each.from)
    const kept = each === period ? undefined : before.at(-1)?.kept
    const keptNow = kept ?? keptOf(days, fund)
    const balanceDays = balanceDaysOf(days, fund)
    const feeMinor = feeOf(each.terms, days, balanceDays, keptNow)
    const dueMinor = feeMinor - sumOf(before.map(charge => charge.dueMinor))
    const isNothing = dueMinor === 0n && (each !== period || balanceDays <= 0n)
    return isNothing ? [] : [{ batch, period: each.from, feeMinor, dueMinor, kept: keptNow }]
  })
  const arrearsMinor = owedOf(fund)
  const amountMinor = arrearsMinor + sumOf(charges.map(({ dueMinor }) => dueMinor))
  const available = availableOf(fund)
  const payable = available < 0n ? 0n : available
  const postedMinor = amountMinor < payable ? amountMinor : payable
  const line = amountMinor <= 0n ? null : { batch, amountMinor, arrearsMinor, postedMinor }
  fund.charges.push(...charges)
  if (line !== null) {
    fund.lines.push(line)
    if (postedMinor > 0n) fund.entries.push({ on: postedOn, amountMinor: -postedMinor })
  }
  return { charges, line }
}

/** Takes a batch back: each entry is reversed on this day, nothing was charged, and nothing of it is written off. */
export function reverseBatch(fund: ModelFund, batch: number, on: IsoDate): void {
  const line = fund.lines.find(each => each.batch === batch)
  if (line && line.postedMinor > 0n) fund.entries.push({ on, amountMinor: line.postedMinor })
  fund.lines = fund.lines.filter(each => each.batch !== batch)
  fund.charges = fund.charges.filter(each => each.batch !== batch)
  for (const each of fund.writeOffs) each.parts = each.parts.filter(part => part.batch !== batch)
}
