import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { createPauses } from '../../../server/heavy-work/pauses.ts'
import type { BankLine } from './bank-files/bank-line.ts'
import type { ChangeNotice } from './bank-files/change-notice.ts'
import { unreadable } from './bank-files/unreadable.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import { type EntryKey, listStoredLines } from './bank-lines.queries.ts'
import { listNoticeKeys, noticeKey } from './change-notices.queries.ts'
import { type LineContext, type NamedPayments, paymentOf, referenceOf, runsOf } from './line-context.ts'
import { accountDoubts, readPaymentAccounts } from './payment-accounts.ts'
import { planMovement } from './plan-movement.ts'
import { stateEffect } from './plan-payment.ts'
import {
  emptyLine,
  type Plan,
  type PlannedLine,
  type PlanSettings,
  withoutStatements,
} from './planned-line.ts'
import { type MovedLine, storedLines } from './recognize-lines.ts'
import { unissuedNumbers } from './unissued-cheques.ts'

/** Twice the lines of the largest file. */
const maxPlannedLines = 200_000

/**
 * The effect of the lines of a statement or of a file of returns. It empties the list: each line is released once it is planned, because a file
 * of 100,000 lines would otherwise be in memory beside its plan.
 */
export async function planLines(
  db: Kysely<DB>,
  lines: BankLine[],
  named: readonly NamedPayment[],
  settings: PlanSettings,
): Promise<Plan> {
  const current = named.toSorted((one, other) => Number(other.is_rejected) - Number(one.is_rejected))
  const { entries, traces } = await entriesOf(lines)
  const rows = await listStoredLines(db, keysOf(entries))
  const plan: Plan = {
    lines: [],
    newLines: [],
    seenLines: [],
    matchedLines: [],
    rejectedRuns: [],
    ...withoutStatements,
  }
  const payments = {
    byReference: new Map(current.map(payment => [payment.reference, payment])),
    byCheque: new Map(current.map(payment => [String(payment.cheque_number), payment])),
    byRun: runsOf(named),
  }
  const context: LineContext = {
    ...settings,
    plan,
    payments,
    numbersOf: await readPaymentAccounts(withAccounts(lines, payments), settings),
    unissued: await unissuedNumbers(db, lines, payments),
    stored: storedLines(rows, lines.findLast(isMoved)?.movement.entry.statement ?? 0),
    returnsBefore: new Map(),
    entryIds: new Map(),
    notices: await listNoticeKeys(db, traces),
  }
  lines.length = 0
  entries.reverse()
  const pauses = createPauses()
  for (let entry = entries.pop(); entry; entry = entries.pop()) {
    if (pauses.isDue()) await pauses.pause()
    context.entryIds.clear()
    // A line about a whole run counts for each of its payments.
    if (plan.lines.length > maxPlannedLines) throw unreadable('The file names the same runs again and again.')
    const [first] = entry
    if (first.dependsOn !== undefined && !context.confirmed.has(first.dependsOn)) {
      plan.lines.push(...entry.map(leftOut))
      continue
    }
    const moved = entry.filter(isMoved)
    const known = context.stored.recognize(moved)
    for (const [index, line] of entry.entries())
      plan.lines.push(
        ...(isMoved(line)
          ? planMovement(line, known[index] ?? { kind: 'new' }, context)
          : [planNotice(line, context)]),
      )
  }
  return plan
}

/** The payments whose account a line names. */
const withAccounts = (lines: readonly BankLine[], payments: NamedPayments): NamedPayment[] =>
  lines.flatMap(({ accounts, names }) => (accounts && paymentOf(names, { payments })) ?? [])

const isMoved = (line: BankLine | undefined): line is MovedLine => line?.movement !== undefined

type EntryLines = [BankLine, ...BankLine[]]

/** The lines by entry, where a line that is no movement stands alone, and the traces of notices. */
async function entriesOf(lines: readonly BankLine[]) {
  const entries: EntryLines[] = []
  const traces: string[] = []
  const pauses = createPauses()
  for (const line of lines) {
    if (pauses.isDue()) await pauses.pause()
    if (line.notice) traces.push(line.notice.traces)
    const last = entries.at(-1)
    if (last && line.movement && last[0].movement?.entry === line.movement.entry) last.push(line)
    else entries.push([line])
  }
  return { entries, traces }
}

/** What identifies the entries of the account, one at a time. */
function* keysOf(entries: readonly EntryLines[]): Generator<EntryKey> {
  for (const [{ movement }] of entries) if (movement) yield { ...movement.entry, bookedOn: movement.bookedOn }
}

/** A line of a statement that nobody confirmed to be of our account. */
const leftOut = ({ line, amountMinor, detail }: BankLine): PlannedLine => ({
  ...emptyLine,
  line,
  amountMinor,
  effect: 'none',
  sentence: `Left out, because nobody confirmed the account. ${detail}`,
})

/** A line that tells something about a payment or a statement and moves no money. */
function planNotice(line: BankLine, context: LineContext): PlannedLine {
  if (line.question !== undefined) {
    const isConfirmed = context.confirmed.has(line.line)
    return {
      ...emptyLine,
      line: line.line,
      effect: isConfirmed ? 'none' : 'ask',
      sentence: line.detail,
      question: line.question,
      isConfirmed,
    }
  }
  const payment = paymentOf(line.names, context)
  const planned = {
    ...emptyLine,
    line: line.line,
    reference: referenceOf(line.names, payment, context.locale),
    amountMinor: line.amountMinor,
    payment: payment ?? null,
    doubt: payment ? doubtOf(line, payment, context) : null,
  }
  if (line.notice) return planChange(line.notice, planned, context)
  if (line.effect === 'none') return { ...planned, effect: 'none', sentence: line.detail }
  if (!payment) return { ...planned, effect: 'unknown', sentence: `Not one of our payments. ${line.detail}` }
  const stopped = stateEffect(payment, line.detail)
  if (stopped) return { ...planned, effect: stopped.effect, sentence: stopped.sentence }
  return { ...planned, effect: 'unknown', sentence: line.detail }
}

const doubtOf = (line: BankLine, payment: NamedPayment, context: LineContext): string | null =>
  accountDoubts(line, payment, { ...context, movesMoney: true }).join(' ') || null

/** A notice of change is stored whatever it names, so that none gets lost; one that is stored already is not stored again. */
function planChange(
  notice: ChangeNotice,
  planned: Omit<PlannedLine, 'effect' | 'sentence'>,
  { notices }: LineContext,
): PlannedLine {
  const key = noticeKey(notice)
  if (notices.has(key))
    return { ...planned, effect: 'done', sentence: `This notice was received before. ${notice.text}` }
  notices.add(key)
  return { ...planned, effect: 'change', reference: notice.reference, sentence: notice.text, notice }
}
