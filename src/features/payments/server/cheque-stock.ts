import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ChequeStock } from '../cheque-stock.contract.ts'
import { isStockLow } from '../domain/cheque-stock.ts'
import { missingFirstCheque } from '../payments.contract.ts'
import { accountId } from './bank-files/bank-line.ts'
import {
  compareStockOfRun,
  countStock,
  listBoxes,
  listNextNumbers,
  listVoidNumbers,
  lockStock,
} from './cheque-stock.queries.ts'
import { sumReady } from './facts.queries.ts'
import { ownAccount, type PaymentContext, payerOf } from './payment-context.ts'
import { countUnsent } from './runs.queries.ts'

type Paying = Pick<PaymentContext, 'book' | 'client'>

/** The account whose cheques the book writes, as boxes name it. */
export const chequeAccount = (context: Paying): string => accountId(ownAccount(context))

/** Throws `conflict` for a book that writes no cheques. */
export function requireCheques(context: Paying): void {
  if (!payerOf(context).settings.cheques)
    throw new Problem('conflict', {
      detail: localEnglish('This book writes no cheques.', context.client.locale),
    })
}

const visibleDigits = 4

/** The stock of the account from which the book pays, with the latest boxes and void numbers. */
export async function stockResponse(
  db: Kysely<DB>,
  context: Paying,
  { first }: { first: number },
): Promise<ChequeStock> {
  const bankAccount = chequeAccount(context)
  const [counts, waiting, boxes, voids] = await Promise.all([
    countStock(db, bankAccount),
    countWaiting(db),
    listBoxes(db, first),
    listVoidNumbers(db, first),
  ])
  const { has_boxes: isKept, left, issued, voided, next } = counts
  return {
    account: ownAccount(context).accountNumber.slice(-visibleDigits),
    ...{ isKept, left, issued, voided, waiting },
    next: next === null ? null : String(next),
    isLow: isKept && isStockLow({ left, waiting }),
    boxes: boxes.map(box => ({
      boxId: box.box_id,
      first: String(box.first_number),
      last: String(box.last_number),
      isOfAccount: box.bank_account === bankAccount,
      receivedOn: box.received_on,
      ...{ left: box.left, issued: box.issued, voided: box.voided },
      recordedByName: box.recorded_by_name,
      recordedAt: box.recorded_at.toISOString(),
    })),
    totalBoxes: boxes[0]?.total ?? 0,
    totalVoids: voids[0]?.total ?? 0,
    voids: voids.map(row => ({
      number: String(row.number),
      reason: row.void_reason,
      voidedByName: row.voided_by_name,
      voidedAt: row.voided_at.toISOString(),
    })),
  }
}

/** The grants that wait for a cheque: those for a run, and those in runs that have no numbers yet. */
export const waitingForCheques = (
  ready: Awaited<ReturnType<typeof sumReady>>,
  unsent: Awaited<ReturnType<typeof countUnsent>>,
): number => (ready.find(({ method }) => method === 'cheque')?.grants ?? 0) + toApprove(unsent)

async function countWaiting(db: Kysely<DB>): Promise<number> {
  const [ready, unsent] = await Promise.all([sumReady(db, true), countUnsent(db)])
  return waitingForCheques(ready, unsent)
}

const toApprove = (unsent: Awaited<ReturnType<typeof countUnsent>>): number =>
  unsent.find(({ method, state }) => method === 'cheque' && state === 'created')?.grants ?? 0

/**
 * Throws `conflict` where the stock has too few cheques for a run of so many payments after those of the runs that await approval, with how
 * many are left. A book without a box has no stock, so that its approvers type the first number.
 */
export async function requireStockFor(trx: Kysely<DB>, count: number, context: Paying): Promise<void> {
  const { has_boxes, left } = await countStock(trx, chequeAccount(context))
  if (!has_boxes) return
  const promised = toApprove(await countUnsent(trx))
  if (count > left - promised) throw shortStock({ count, left, promised }, context)
}

type Short = { count: number; left: number; promised: number }

function shortStock({ count, left, promised }: Short, { client }: Paying): Problem {
  const needed = `This run needs ${count} ${count === 1 ? 'cheque' : 'cheques'}`
  const held = left === 0 ? 'none is left' : left === 1 ? 'one is left' : `${left} are left`
  const others =
    promised === 0
      ? ''
      : promised >= left
        ? `, which ${left === 1 ? 'waits' : 'wait'} for a run to be approved`
        : `, ${promised === 1 ? 'one' : promised} of which ${promised === 1 ? 'waits' : 'wait'} for a run to be approved`
  return new Problem('conflict', {
    detail: localEnglish(
      `${needed}, and ${held}${left === 0 ? '' : others}. Record the next box of cheques first.`,
      client.locale,
    ),
  })
}

/**
 * The numbers of so many cheques, in their order: the next of the stock, which nobody else takes until the end of the transaction, or from the
 * first that the approver typed where the book keeps no stock. Throws `validation` about `firstCheque`, `conflict` where the stock has too few.
 */
export async function takeNumbers(
  trx: Kysely<DB>,
  { count, firstCheque }: { count: number; firstCheque: string | null },
  context: Paying,
): Promise<{ numbers: bigint[]; isOfStock: boolean }> {
  await lockStock(trx)
  const bankAccount = chequeAccount(context)
  const { has_boxes, left } = await countStock(trx, bankAccount)
  if (!has_boxes) {
    if (firstCheque === null) throw fieldProblem('firstCheque', missingFirstCheque)
    const first = BigInt(firstCheque)
    return { numbers: Array.from({ length: count }, (_, index) => first + BigInt(index)), isOfStock: false }
  }
  if (firstCheque !== null)
    throw fieldProblem(
      'firstCheque',
      'The numbers now come from the stock. Open this run again, and approve it without a number',
    )
  const numbers = await listNextNumbers(trx, bankAccount, count)
  if (numbers.length < count) throw shortStock({ count, left, promised: 0 }, context)
  return { numbers, isOfStock: true }
}

/**
 * Why no cheque of a run gets another number, as a sentence; null if they do. Only the stock has numbers, and those of runs from before its first
 * box, or of boxes of another account, are not in it.
 */
export async function stockViolation(db: Kysely<DB>, runId: string, context: Paying): Promise<string | null> {
  const bankAccount = chequeAccount(context)
  const { has_boxes } = await countStock(db, bankAccount)
  const { is_of_account } = await compareStockOfRun(db, runId, bankAccount)
  if (is_of_account) return null
  return localEnglish(
    has_boxes
      ? 'These cheques are not from the stock of this account. Withdraw the approval instead.'
      : 'This book keeps no stock of cheques. Withdraw the approval instead.',
    context.client.locale,
  )
}
