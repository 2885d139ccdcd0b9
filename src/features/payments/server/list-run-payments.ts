import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import { otherBankName } from '../../charity-profiles/domain/bank-text.ts'
import type { PayeeChange } from '../../charity-profiles/domain/payee-facts.ts'
import { grantStateLabel } from '../../grants/domain/grant-status.ts'
import { runStateLabels } from '../domain/payment-run.ts'
import type { Run } from '../payments.contract.ts'
import type * as contract from '../run-payment.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import type { PaymentContext } from './payment-context.ts'
import { listPayments, type PaymentRow, paymentKeysets } from './payments.queries.ts'
import { codesOf } from './run-details.ts'
import { findRun } from './runs.queries.ts'

type Sent = HandlerInput<typeof contract.listRunPayments>

/** A page of the payments of a run. Throws `not-found`. */
export async function listRunPayments(
  {
    params: { runId },
    query,
  }: { params: Sent['params']; query: Omit<Sent['query'], 'columns' | 'cacheStrategy'> },
  { db, client }: PaymentContext,
): Promise<Reply<typeof contract.listRunPayments>> {
  const run = await findRun(db, runId)
  if (!run) throw new Problem('not-found')
  const page = keysetPage({ query, defaultSort: 'place', keysetsOf: paymentKeysets })
  const found = await listPayments(db, runId, query, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const { format } = codesOf(run)
  return { data: rows.map(row => paymentResponse(row, format, client.locale)), meta }
}

const paymentResponse = (row: PaymentRow, format: Run['format'], locale: string): RunPayment => ({
  paymentId: row.payment_id,
  grantId: row.grant_id,
  transactionId: String(row.transaction_id),
  accountName: row.account_name,
  charityName: row.charity_name,
  payeeName: row.payee_name ?? row.charity_name,
  payeeAddress: format === 'cheques' ? row.payee_address : null,
  bankName: format === 'cheques' ? null : otherBankName(row.payee_name ?? row.charity_name, format),
  paidTo: row.cheque_number === null ? row.last_four : String(row.cheque_number),
  amountMinor: row.amount_minor,
  ...(row.rejected_at === null
    ? {
        returnedMinor: row.returned_minor,
        state: grantStateLabel(
          { status: row.transaction_status_code, reviewState: null, outcome: row.outcome },
          locale,
        ),
      }
    : // The grant may have been paid by another run since.
      { returnedMinor: 0n, state: runStateLabels.rejected }),
  problem: row.problem,
  payeeChanges: storedChanges(row).map(({ fact, before, after, made, isUsed }) => ({
    fact,
    before,
    after,
    isUsed,
    made:
      made === null
        ? null
        : {
            enteredByName: made.enteredByName,
            confirmedByName: made.confirmedByName,
            confirmedAt: made.confirmedAt,
          },
  })),
})

/** The last check of the run wrote them; one before `isUsed` existed knew only changes that payments use. */
const storedChanges = ({ payee_changes: changes }: PaymentRow): PayeeChange[] =>
  ((changes ?? []) as PayeeChange[]).map(change => ({ ...change, isUsed: change.isUsed ?? true }))
