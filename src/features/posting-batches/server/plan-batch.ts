import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findFirstOpenDay } from '../../ledger/server/closed-months.queries.ts'
import {
  absolute,
  type BatchKind,
  batchKindNames,
  batchKinds,
  type FundBalance,
  type LineOutcome,
  maxLinesOfAccount,
  outcomesOf,
} from '../domain/posting-batch.ts'
import type { BatchContext } from './batch-context.ts'
import type { WrongLines } from './batch-file.worker.ts'
import { firstOf } from './first-of.ts'
import { type AccountFacts, findAccepted, findAccounts, findEarlierLines } from './posting-batches.queries.ts'
import type { RowsToPlan, RowToPlan } from './read-batch-file.ts'

export type PlannedLine = RowToPlan & { account: AccountFacts; outcome: LineOutcome }
export type PlannedFund = { account: AccountFacts; after: FundBalance }

type KindTotal = { lines: number; amountMinor: bigint; postedMinor: bigint }

/** What a batch would do now. Of lines and funds it has those that are shown, and their number. */
export type PlannedBatch = {
  rows: RowsToPlan
  /** Of accounts that the book has. */
  lines: number
  kinds: readonly BatchKind[]
  /** The amounts of all lines without their signs. */
  absoluteMinor: bigint
  totals: ReadonlyMap<BatchKind, KindTotal>
  wrong: WrongLines
  leftOut: readonly PlannedLine[]
  leftOutLines: number
  repeated: readonly number[]
  repeatedLines: number
  /** Lines of closed months, which would be posted on the first open day. */
  moved: readonly number[]
  movedLines: number
  firstOpenDay: IsoDate | null
  /** Lines that an earlier batch has too. */
  earlier: readonly { line: number; batchNumber: number }[]
  earlierLines: number
  /** The first and the last day of the lines; null without any. */
  days: { from: IsoDate; to: IsoDate } | null
  funds: readonly PlannedFund[]
  fundCount: number
  fundsBelowZero: number
  /** Whether nothing would be posted. */
  isAllLeftOut: boolean
  /** An account with more lines than a batch may have of one. */
  tooMany: { fundId: number; lines: number } | null
  planHash: string
}

/** So many lines and funds of each kind are shown; the whole is in the exported file. */
export const maxShown = 100
/** Lines are decided about so many at a time, so that other requests have their turn. */
const linesAtOnce = 2_000

const sections = batchKindNames.map(kind => ({ kind, section: batchKinds[kind].section }))

/** Whether an account of a status accepts a kind. */
export async function acceptedBy(
  db: Kysely<DB>,
  statuses: Iterable<string>,
  isReversal = false,
): Promise<(status: string, kind: BatchKind) => boolean> {
  const accepted = await findAccepted(db, [...new Set(statuses)], sections, isReversal)
  return (status, kind) => accepted.has(`${status} ${kind}`)
}

/** What is left of a fee, in the client's words. */
export const restTextOf =
  ({ client, book }: Pick<BatchContext, 'client' | 'book'>) =>
  (amountMinor: bigint): string =>
    formatMoney(amountMinor, book.currency, client.locale)

/** `onLine` gets each line that would be entered. */
export async function planBatch(
  db: Kysely<DB>,
  { rows, wrong }: { rows: RowsToPlan; wrong: WrongLines },
  context: Pick<BatchContext, 'client' | 'book'>,
  onLine: (line: PlannedLine) => void = () => undefined,
): Promise<PlannedBatch> {
  const restText = restTextOf(context)
  const totals = new Map<BatchKind, KindTotal>()
  const wrongFirst = firstOf(maxShown, byLine, wrong.first)
  const leftOut = firstOf<PlannedLine>(maxShown, byLine)
  const repeated = firstOf<number>(maxShown, (one, other) => one - other)
  const moved = firstOf<number>(maxShown, (one, other) => one - other)
  const earlier = firstOf<PlannedBatch['earlier'][number]>(maxShown, byLine)
  let days: PlannedBatch['days'] = null
  const firstOpenDay = await findFirstOpenDay(db)
  const funds = firstOf(maxShown, belowZeroFirst)
  const hash = createHash('sha256')
  let [wrongLines, lines, absoluteMinor, fundsBelowZero, isAllLeftOut] = [wrong.count, 0, 0n, 0, true]
  let tooMany: PlannedBatch['tooMany'] = null

  function addLine(line: PlannedLine, earlierBatch: number | undefined): void {
    const { kind, amountMinor, outcome, account } = line
    lines += 1
    absoluteMinor += absolute(amountMinor)
    const total = totals.get(kind) ?? { lines: 0, amountMinor: 0n, postedMinor: 0n }
    totals.set(kind, {
      lines: total.lines + 1,
      amountMinor: total.amountMinor + amountMinor,
      postedMinor: total.postedMinor + outcome.postedMinor,
    })
    if (outcome.note !== null) leftOut.add(line)
    if (outcome.postedMinor !== 0n) isAllLeftOut = false
    days = withDay(days, line.effectiveDate)
    const isMoved = outcome.postedMinor !== 0n && firstOpenDay !== null && line.effectiveDate < firstOpenDay
    if (isMoved) moved.add(line.line)
    if (earlierBatch !== undefined) earlier.add({ line: line.line, batchNumber: earlierBatch })
    // What a fee leaves waiting changes with each grant; whether a line is left out is what people decide about.
    hash.update(
      `${JSON.stringify([line.line, account.account_id, kind, line.effectiveDate, String(amountMinor), line.comment, outcome.postedMinor === 0n, ...(isMoved ? [firstOpenDay] : []), ...(earlierBatch === undefined ? [] : [earlierBatch])])}\n`,
    )
    onLine(line)
  }

  for await (const { fundId, ofFund: all, account, accepts, inEarlier } of fundsOf(db, rows)) {
    if (account === undefined) {
      wrongLines += all.length
      for (const { line } of all)
        wrongFirst.add({ line, problems: [`We have no account with the ID ${fundId}`] })
      continue
    }
    const early = rows.areOfFile ? linesBeforeOpening(all, account, context.client) : []
    wrongLines += early.length
    for (const each of early) wrongFirst.add(each)
    const ofFund =
      early.length === 0 ? all : all.filter(({ effectiveDate }) => !isBefore(effectiveDate, account))
    if (ofFund.length === 0) continue
    if (ofFund.length > maxLinesOfAccount) tooMany ??= { fundId, lines: ofFund.length }
    const before = { spendableMinor: account.spendable_minor, excludedMinor: account.excluded_minor }
    const { outcomes, after } = outcomesOf(
      ofFund,
      before,
      kind => accepts(account.account_status, kind),
      restText,
    )
    if (after.spendableMinor < 0n) fundsBelowZero += 1
    funds.add({ account, after })
    for (const line of repeatedLines(ofFund)) repeated.add(line)
    for (const [index, row] of ofFund.entries()) {
      const outcome = outcomes[index]
      if (outcome) addLine({ ...row, account, outcome }, inEarlier.get(row.line))
    }
  }
  return {
    ...{ rows, lines, absoluteMinor, kinds: batchKindNames.filter(kind => totals.has(kind)) },
    ...{ totals, wrong: { count: wrongLines, first: wrongFirst.all() } },
    ...{ leftOut: leftOut.all(), leftOutLines: leftOut.count() },
    ...{ repeated: repeated.all(), repeatedLines: repeated.count() },
    ...{ moved: moved.all(), movedLines: moved.count(), firstOpenDay },
    ...{ earlier: earlier.all(), earlierLines: earlier.count(), days },
    ...{ funds: funds.all(), fundCount: funds.count(), fundsBelowZero },
    ...{ isAllLeftOut, tooMany, planHash: hash.digest('hex') },
  }
}

const withDay = (days: PlannedBatch['days'], day: IsoDate): PlannedBatch['days'] =>
  days === null
    ? { from: day, to: day }
    : { from: day < days.from ? day : days.from, to: day > days.to ? day : days.to }

const isBefore = (date: IsoDate, { opened_on: openedOn }: Pick<AccountFacts, 'opened_on'>): boolean =>
  openedOn !== null && date < openedOn

/** The lines of an account with a day on which it did not exist, mostly a slip in the year, with what is wrong. */
function linesBeforeOpening(
  lines: readonly RowToPlan[],
  account: AccountFacts,
  { locale }: Pick<Client, 'locale'>,
): WrongLines['first'] {
  if (account.opened_on === null) return []
  const sentence = `Account ${account.fund_id} was opened on ${formatDate(account.opened_on, locale)}. Enter that day or a later one`
  return lines
    .filter(({ effectiveDate }) => isBefore(effectiveDate, account))
    .map(({ line }) => ({ line, problems: [sentence] }))
}

type LinesOfFund = { fundId: number; ofFund: RowToPlan[] }

/** The lines of each account, with what the account has now. */
async function* fundsOf(db: Kysely<DB>, rows: RowsToPlan) {
  const known = new Map<string, Awaited<ReturnType<typeof acceptedBy>>>()
  for (const some of inChunks(rows.each())) {
    const found = await findAccounts(
      db,
      some.map(({ fundId }) => fundId),
    )
    const unknown = new Set(
      found.map(({ account_status: status }) => status).filter(each => !known.has(each)),
    )
    if (unknown.size > 0) {
      const accepted = await acceptedBy(db, unknown)
      for (const status of unknown) known.set(status, accepted)
    }
    const accounts = new Map(found.map(account => [Number(account.fund_id), account]))
    const accepts = (status: string, kind: BatchKind) => known.get(status)?.(status, kind) === true
    const inEarlier = rows.areOfFile ? await earlierOf(db, some, accounts) : new Map<number, number>()
    for (const { fundId, ofFund } of some)
      yield { ...{ fundId, ofFund, accepts, inEarlier }, account: accounts.get(fundId) }
  }
}

/** The lines that an earlier batch has too: a file that was corrected, or saved anew by another program, is no longer the same file. */
const earlierOf = (
  db: Kysely<DB>,
  some: readonly LinesOfFund[],
  accounts: ReadonlyMap<number, AccountFacts>,
): Promise<ReadonlyMap<number, number>> =>
  findEarlierLines(
    db,
    some.flatMap(({ fundId, ofFund }) => {
      const accountId = accounts.get(fundId)?.account_id
      return accountId === undefined ? [] : ofFund.map(row => ({ ...row, accountId }))
    }),
  )

/** The lines account by account, some accounts at a time. */
function* inChunks(rows: Iterable<RowToPlan>): Generator<LinesOfFund[]> {
  let some: LinesOfFund[] = []
  let count = 0
  for (const row of rows) {
    let last = some.at(-1)
    if (last?.fundId !== row.fundId) {
      if (count >= linesAtOnce) {
        yield some
        ;[some, count] = [[], 0]
      }
      last = { fundId: row.fundId, ofFund: [] }
      some.push(last)
    }
    last.ofFund.push(row)
    count += 1
  }
  if (some.length > 0) yield some
}

const byLine = (one: { line: number }, other: { line: number }): number => one.line - other.line

const changeOfFund = ({ account, after }: PlannedFund): bigint =>
  absolute(after.spendableMinor - account.spendable_minor)
const belowZeroFirst = (one: PlannedFund, other: PlannedFund): number =>
  Number(other.after.spendableMinor < 0n) - Number(one.after.spendableMinor < 0n) ||
  Number(changeOfFund(other) - changeOfFund(one))

/** Lines of an account with the kind, date and amount of an earlier one: often a row that was copied twice. */
function repeatedLines(ofFund: readonly RowToPlan[]): number[] {
  const seen = new Set<string>()
  return ofFund.flatMap(({ line, kind, effectiveDate, amountMinor }) => {
    const key = `${kind} ${effectiveDate} ${amountMinor}`
    if (seen.has(key)) return [line]
    seen.add(key)
    return []
  })
}
