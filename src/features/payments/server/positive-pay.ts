import type { Kysely } from 'kysely'
import { dateOf } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { PositivePayLayout } from '../../../domain/positive-pay.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { PositivePay, PositivePayFile } from '../positive-pay.contract.ts'
import { chequeAccount } from './cheque-stock.ts'
import { fitsPositivePay, type PositivePayItem } from './formats/positive-pay.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { type FileRow, listUntoldCheques } from './positive-pay.queries.ts'
import { hasUnansweredCheck } from './runs.queries.ts'

export type UntoldItem = PositivePayItem & { paymentId: string | null }

type Untold = {
  /** Null for a book whose bank is not told. */
  layout: PositivePayLayout | null
  items: UntoldItem[]
  /** Those for whose number or amount the layout has no room. */
  tooLarge: UntoldItem[]
  refusal: string | null
}

/** A number that was spoiled before it was issued has no payee. */
const payeeOfVoid = 'VOID'

/**
 * What the next file of a book would tell. While the nightly check of the book waits for an answer, the issues of runs that were not sent are
 * left out, as the files of those runs are.
 */
export async function readUntold(
  db: Kysely<DB>,
  context: PaymentContext,
  { lock }: { lock: boolean },
): Promise<Untold> {
  const { client, settings } = payerOf(context)
  const { positivePay: layout } = settings
  if (layout === null)
    return {
      ...{ layout, items: [], tooLarge: [] },
      refusal: localEnglish('The bank of this book is not told about cheques.', client.locale),
    }
  const now = context.clock.now()
  const rows = await listUntoldCheques(db, {
    bankAccount: chequeAccount(context),
    withUnsent: !(await hasUnansweredCheck(db)),
    lock,
  })
  const items = rows.map(row => {
    const endedOn = dateOf(row.voided_at ?? now, client.timeZone)
    return {
      paymentId: row.payment_id,
      chequeNumber: row.cheque_number,
      amountMinor: row.amount_minor,
      payeeName: row.payee_name ?? payeeOfVoid,
      issuedOn: row.issued_on ?? endedOn,
      voidedOn: row.is_void ? endedOn : null,
    }
  })
  const fitting = items.filter(item => fitsPositivePay(item, layout))
  return {
    layout,
    items: fitting,
    tooLarge: items.filter(item => !fitsPositivePay(item, layout)),
    refusal:
      fitting.length === 0 ? localEnglish('Every cheque and every void is in a file.', client.locale) : null,
  }
}

/** The numbers and sums of what a file tells. */
export function sumItems(
  items: readonly Pick<PositivePayItem, 'amountMinor' | 'voidedOn'>[],
): PositivePay['waiting'] {
  const issues = items.filter(({ voidedOn }) => voidedOn === null)
  const voids = items.filter(({ voidedOn }) => voidedOn !== null)
  const sum = (some: typeof issues) => some.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  return { issues: issues.length, issuedMinor: sum(issues), voids: voids.length, voidedMinor: sum(voids) }
}

export const fileResponse = (row: FileRow): PositivePayFile => ({
  fileId: row.file_id,
  number: row.number,
  layout: row.layout,
  issues: row.issues,
  issuedMinor: row.issued_minor,
  voids: row.voids,
  voidedMinor: row.voided_minor,
  fileName: row.file_name,
  digest: row.digest,
  createdByName: row.created_by_name,
  createdAt: row.created_at.toISOString(),
})
