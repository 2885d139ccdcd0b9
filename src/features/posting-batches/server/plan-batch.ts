import type { Kysely } from 'kysely'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import {
  absolute,
  type BatchKind,
  batchKindNames,
  batchKinds,
  type FundBalance,
  type LineOutcome,
  outcomesOf,
} from '../domain/posting-batch.ts'
import type { BatchPlan } from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import {
  type AccountFacts,
  findAccepted,
  findAccounts,
  findLastOfKinds,
  findSameBatch,
} from './posting-batches.queries.ts'
import { hashOfLines, type RowToPlan } from './read-batch-file.ts'

export type PlannedLine = RowToPlan & { account: AccountFacts; outcome: LineOutcome }

/** What a file would do now. */
export type PlannedBatch = {
  lines: PlannedLine[]
  wrong: { line: number; problems: string[] }[]
  funds: { account: AccountFacts; after: FundBalance }[]
  planHash: string
}

/** So many lines and funds of each kind are shown; the whole is in the exported file. */
export const maxShown = 100

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

export async function planBatch(
  db: Kysely<DB>,
  { rows, wrong }: { rows: readonly RowToPlan[]; wrong: PlannedBatch['wrong'] },
  context: BatchContext,
): Promise<PlannedBatch> {
  const accounts = new Map(
    (await findAccounts(db, [...new Set(rows.map(({ fundId }) => fundId))])).map(account => [
      Number(account.fund_id),
      account,
    ]),
  )
  const accepts = await acceptedBy(
    db,
    [...accounts.values()].map(({ account_status: status }) => status),
  )
  const unknown = rows.filter(({ fundId }) => !accounts.has(fundId))
  const ofFunds = Map.groupBy(
    rows.filter(({ fundId }) => accounts.has(fundId)),
    ({ fundId }) => fundId,
  )
  const lines: PlannedLine[] = []
  const funds: PlannedBatch['funds'] = []
  for (const [fundId, ofFund] of ofFunds) {
    const account = accounts.get(fundId)
    if (!account) continue
    const before = { spendableMinor: account.spendable_minor, excludedMinor: account.excluded_minor }
    const { outcomes, after } = outcomesOf(
      ofFund,
      before,
      kind => accepts(account.account_status, kind),
      restTextOf(context),
    )
    funds.push({ account, after })
    for (const [index, row] of ofFund.entries()) {
      const outcome = outcomes[index]
      if (outcome) lines.push({ ...row, account, outcome })
    }
  }
  lines.sort((one, other) => one.line - other.line)
  return {
    lines,
    wrong: [
      ...wrong,
      ...unknown.map(({ line, fundId }) => ({
        line,
        problems: [`We have no account with the ID ${fundId}`],
      })),
    ].toSorted((one, other) => one.line - other.line),
    funds,
    planHash: hashOfLines(
      lines.map(({ line, account, kind, effectiveDate, amountMinor, comment, outcome }) =>
        JSON.stringify([
          ...[line, account.account_id, kind, effectiveDate, String(amountMinor), comment],
          // What a fee leaves waiting changes with each grant; whether a line is left out is what people decide about.
          outcome.postedMinor === 0n,
        ]),
      ),
    ),
  }
}

/** What was asked for, by its hash, and what staff call it. */
export type PlanInput = { inputHash: string; what: 'file' | 'division' | 'fee run' | 'batch' }

export async function planResponse(
  { lines, wrong, funds, planHash }: PlannedBatch,
  input: PlanInput,
  { db, book, client }: BatchContext,
): Promise<BatchPlan> {
  const nameOf = (account: AccountFacts) =>
    displayName(account.account_name, account.account_status, client.showsClosedStatus)
  const leftOut = lines.filter(({ outcome }) => outcome.note !== null)
  const repeated = repeatedLines(lines)
  const shownFunds = funds.map(({ account, after }) => ({
    fundId: Number(account.fund_id),
    accountName: nameOf(account),
    beforeMinor: account.spendable_minor,
    afterMinor: after.spendableMinor,
  }))
  return {
    currency: book.currency,
    planHash,
    lines: lines.length + wrong.length,
    totals: await totalsOf(db, lines),
    wrong: wrong.slice(0, maxShown),
    wrongLines: wrong.length,
    leftOut: leftOut.slice(0, maxShown).map(({ line, account, kind, amountMinor, outcome }) => ({
      line,
      fundId: Number(account.fund_id),
      accountName: nameOf(account),
      kind,
      amountMinor,
      postedMinor: outcome.postedMinor,
      note: outcome.note ?? '',
    })),
    leftOutLines: leftOut.length,
    repeated: repeated.slice(0, maxShown),
    repeatedLines: repeated.length,
    funds: shownFunds.toSorted(belowZeroFirst).slice(0, maxShown),
    fundCount: funds.length,
    fundsBelowZero: shownFunds.filter(({ afterMinor }) => afterMinor < 0n).length,
    refusal: await refusalOf(db, { lines, wrong, ...input }),
  }
}

type ShownFund = BatchPlan['funds'][number]
const belowZeroFirst = (one: ShownFund, other: ShownFund): number =>
  Number(other.afterMinor < 0n) - Number(one.afterMinor < 0n) ||
  Number(absolute(other.afterMinor - other.beforeMinor) - absolute(one.afterMinor - one.beforeMinor))

/** Why a batch of these lines cannot be entered, as a sentence; null if it can. */
export async function refusalOf(
  db: Kysely<DB>,
  { lines, wrong, inputHash, what }: Pick<PlannedBatch, 'lines' | 'wrong'> & PlanInput,
): Promise<string | null> {
  const same = await findSameBatch(db, { inputHash, reference: null })
  if (same)
    return `This ${what} was posted as batch ${same.batch_number}. Reverse that batch first to post it again.`
  if (wrong.length > 0)
    return wrong.length === 1
      ? 'One line cannot be read. Correct it in the file, and choose the file again.'
      : `${wrong.length} lines cannot be read. Correct them in the file, and choose the file again.`
  // What funds cannot pay of a fee run is stored, and waits.
  if (what !== 'fee run' && lines.every(({ outcome }) => outcome.postedMinor === 0n))
    return 'All lines would be left out.'
  return null
}

async function totalsOf(db: Kysely<DB>, lines: readonly PlannedLine[]): Promise<BatchPlan['totals']> {
  const kinds = batchKindNames.filter(kind => lines.some(line => line.kind === kind))
  const last = new Map((await findLastOfKinds(db, kinds)).map(each => [each.kind, each]))
  return kinds.map(kind => {
    const ofKind = lines.filter(line => line.kind === kind)
    const earlier = last.get(kind)
    return {
      kind,
      lines: ofKind.length,
      amountMinor: ofKind.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      postedMinor: ofKind.reduce((sum, { outcome }) => sum + outcome.postedMinor, 0n),
      last: earlier
        ? {
            batchId: earlier.batch_id,
            batchNumber: Number(earlier.batch_number),
            reference: earlier.reference,
            lines: earlier.lines,
            amountMinor: earlier.amount_minor,
          }
        : null,
    }
  })
}

/** Lines with the account, kind, date and amount of an earlier one: often a row that was copied twice. */
function repeatedLines(lines: readonly PlannedLine[]): number[] {
  const seen = new Set<string>()
  return lines.flatMap(({ line, fundId, kind, effectiveDate, amountMinor }) => {
    const key = `${fundId} ${kind} ${effectiveDate} ${amountMinor}`
    if (seen.has(key)) return [line]
    seen.add(key)
    return []
  })
}
