import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { encryptBytes } from '../../../server/files/encrypted-bytes.ts'
import type * as contract from '../payments.contract.ts'
import type { RunDetails } from '../payments.contract.ts'
import { issueNumbers } from './cheque-stock.queries.ts'
import { takeNumbers } from './cheque-stock.ts'
import { listLetterFacts } from './letters.queries.ts'
import { ownGrantViolation } from './own-grant.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { letterOf } from './payment-letter.ts'
import { hashPayments, updateApproved } from './payments.queries.ts'
import { type RunPerson, recordRunEvent } from './record-run-event.ts'
import { commandRun, type RecheckedGrant, recheckRun } from './run-commands.ts'
import { codesOf, runDay } from './run-details.ts'
import { fileOwner, writeRunFile } from './run-file.ts'
import { type RunRecord, updateRun } from './runs.queries.ts'

/**
 * Approves a run: checks each grant again, numbers the payments, creates the file for the bank and fixes the letters, in one transaction. Throws
 * `conflict` where a grant cannot be paid, a payee is not the one that the run shows, the run is not as the approver saw it, or a cheque's number
 * was used or the stock has too few, `access-denied` to the person who created the run, recommended a grant of it, or approved one above the threshold for two people;
 * `validation` without a number for the first cheque.
 */
export async function approveRun(
  { params: { runId }, body }: HandlerInput<typeof contract.approveRun>,
  context: PaymentContext,
): Promise<RunDetails> {
  const { firstCheque, ...seen } = body.data.attributes
  try {
    return await commandRun(runId, 'approve', context, async (trx, run) => {
      const checked = await recheckRun(trx, run, context)
      requirePayable(checked)
      requireShownPayees(checked)
      const paymentOn = runDay({ ...run, ...codesOf(run) }, context)
      if (seen.paymentOn !== paymentOn)
        throw new Problem('conflict', {
          detail: `This run would now be dated ${formatDate(paymentOn, context.client.locale)}. Please look at it again.`,
        })
      if (seen.contentHash !== (await hashPayments(trx, runId)))
        throw new Problem('conflict', {
          detail: 'This run has changed since you opened it. Check it again, and look at its payments.',
        })
      const violation = await ownGrantViolation(trx, runId, context)
      if (violation !== null) throw new Problem('access-denied', { detail: violation })
      await approveChecked(trx, run, checked, {
        context,
        paymentOn,
        taken:
          run.method === 'cheque'
            ? await takeNumbers(trx, { count: checked.length, firstCheque }, context)
            : null,
      })
    })
  } catch (error) {
    if (violates(error, 'one_payment_of_cheque') || violates(error, 'cheque_is_not_told'))
      throw fieldProblem('firstCheque', 'One of these numbers has already been used')
    throw error
  }
}

/** Throws `conflict` for the first grant that cannot be paid any more. */
function requirePayable(checked: readonly RecheckedGrant[]): void {
  const stopped = checked.find(({ problem }) => problem !== null)
  if (stopped)
    throw new Problem('conflict', {
      detail: `Grant ${stopped.grant.transaction_id} cannot be paid: ${stopped.problem} Check the run and remove it.`,
    })
}

/** Throws `conflict` for the first payee that the approver did not see, because it changed after the last check. */
function requireShownPayees(checked: readonly RecheckedGrant[]): void {
  const other = checked.find(({ isOtherPayee }) => isOtherPayee)
  if (other)
    throw new Problem('conflict', {
      detail: `The payee of grant ${other.grant.transaction_id} is not as the last check of this run found it. Check the run again, and look at the payee before you approve it.`,
    })
}

type ApproverContext = RunPerson & Pick<PaymentContext, 'book' | 'client' | 'documentFiles'>

/** Approves a run whose grants can be paid: fixes the numbers, the letters and the file. `taken`: the numbers of its cheques. */
export async function approveChecked(
  trx: Kysely<DB>,
  run: RunRecord,
  checked: readonly RecheckedGrant[],
  {
    context,
    paymentOn,
    taken,
  }: {
    context: ApproverContext
    paymentOn: IsoDate
    taken: Awaited<ReturnType<typeof takeNumbers>> | null
  },
): Promise<void> {
  const { client, settings } = payerOf(context)
  const now = context.clock.now()
  const letters = new Map(
    (await listLetterFacts(trx, run.run_id)).map(facts => [facts.payment_id, letterOf(facts, client)]),
  )
  const numbers = taken?.numbers.map(String) ?? null
  if (numbers !== null && taken?.isOfStock)
    await issueNumbers(
      trx,
      numbers.map((number, index) => ({ number, payment_id: checked[index]?.paymentId ?? '' })),
    )
  await updateApproved(
    trx,
    checked.map(({ paymentId, evidence }, index) => ({
      payment_id: paymentId,
      place: index + 1,
      cheque_number: numbers?.[index] ?? null,
      evidence,
      letter: letters.get(paymentId),
    })),
  )
  const { keys } = context.documentFiles
  const file = await writeRunFile(
    { ...run, payment_on: paymentOn },
    checked.map((each, index) => ({ ...each, place: index + 1 })),
    { client, settings, now, keys, chequeNumbers: taken?.numbers ?? null },
  )
  const { ciphertext, dataKey } = encryptBytes(keys, fileOwner(context.book.name, run.run_id), file.bytes)
  const { userId, name } = personOf(context.actor)
  await updateRun(trx, run.run_id, {
    state: 'approved',
    payment_on: paymentOn,
    approved_by: userId,
    approved_by_name: name,
    approved_at: now,
    file_name: file.name,
    file_hash: hash('sha256', file.bytes),
    file_ciphertext: ciphertext,
    key_id: dataKey.keyId,
    data_key: dataKey.wrapped,
  })
  await recordRunEvent(trx, context, run.run_id, 'approved')
}
