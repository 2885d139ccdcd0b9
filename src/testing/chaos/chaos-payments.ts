import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../domain/dates.ts'
import { returnGrant } from '../../features/grants/review/staff-commands.contract.ts'
import { applyBankFile, checkBankFile } from '../../features/payments/bank-files.contract.ts'
import { approveRun, createRun, releaseRun, sendRun } from '../../features/payments/payments.contract.ts'
import { reprintCheque } from '../../features/payments/print-cheques.contract.ts'
import { listRunPayments } from '../../features/payments/run-payment.contract.ts'
import { commandOf } from '../grants/basket-calls.ts'
import { nachaFile } from '../payments/bank-files.ts'
import { approve, basket, type ChaosContext, today } from './chaos-commands.ts'

const runEvent = (runId: string, kind: string) => ({
  sql: 'select count(*)::int from payment_run_event where run_id = $1 and kind = $2',
  values: [runId, kind],
})

/** A run is created, approved, released and sent; the bank returns one of its payments, and the charity sends a part of another back. */
async function pay(context: ChaosContext): Promise<void> {
  await approve(context)
  const runId = await releasedRun(context, 'eft')
  await send(context, runId)
  await bankFile(context, runId)
}

/** The checks of a run take the next numbers of the box. The printer spoils one, which gets another number, and the run is sent. */
async function payByCheque(context: ChaosContext): Promise<void> {
  const { calls } = context
  await approve(context, context.data.chequeCharities)
  const runId = await releasedRun(context, 'cheque')
  const { data } = await calls.command(
    listRunPayments,
    { params: { runId }, query: { first: 500 } },
    { kind: 'list checks', as: 'super' },
  )
  const [spoiled] = data
  if (spoiled)
    await calls.command(
      reprintCheque,
      {
        params: { runId, paymentId: spoiled.paymentId },
        body: commandOf({ reason: 'Torn by the printer' }),
      },
      {
        kind: 'reprint',
        as: 'super2',
        once: {
          sql: 'select count(*)::int from cheque_reprint where payment_id = $1',
          values: [spoiled.paymentId],
        },
      },
    )
  await send(context, runId)
}

async function releasedRun({ calls }: ChaosContext, method: 'eft' | 'cheque'): Promise<string> {
  const { runId, contentHash, paymentOn } = await calls.command(
    createRun,
    { body: commandOf({ method, cutoffOn: today() }) },
    { kind: 'create run', as: 'super' },
  )
  const params = { runId }
  await calls.command(
    approveRun,
    { params, body: commandOf({ firstCheque: null, contentHash, paymentOn }) },
    { kind: 'approve run', as: 'super2', once: runEvent(runId, 'approved') },
  )
  await calls.command(
    releaseRun,
    { params, body: commandOf({}) },
    { kind: 'release run', as: 'super', once: runEvent(runId, 'released') },
  )
  return runId
}

const send = async ({ calls }: ChaosContext, runId: string) =>
  await calls.command(
    sendRun,
    { params: { runId }, body: commandOf({}) },
    { kind: 'send run', as: 'super', once: runEvent(runId, 'sent') },
  )

async function bankFile(context: ChaosContext, runId: string): Promise<void> {
  const { calls } = context
  const { data } = await calls.command(
    listRunPayments,
    { params: { runId }, query: { first: 500 } },
    { kind: 'list payments', as: 'super' },
  )
  const [returned, partly] = data
  if (!returned) return
  const rows = await context.query('select reference, place from payment where payment_id = $1', [
    returned.paymentId,
  ])
  const text = nachaFile([
    {
      reference: String(rows[0]?.reference),
      amountMinor: returned.amountMinor,
      place: Number(rows[0]?.place),
    },
  ])
  const name = `returns-${randomUUID()}.txt`
  const upload = new Uint8Array(Buffer.from(text))
  const { planHash, returned: planned } = await calls.command(
    checkBankFile,
    { query: { name, confirmed: '' }, upload },
    { kind: 'check bank file', as: 'super' },
  )
  if (planned.payments === 0) return
  await calls.command(
    applyBankFile,
    { query: { name, planHash, confirmed: '' }, upload },
    {
      kind: 'apply bank file',
      as: 'super',
      once: { sql: 'select count(*)::int from bank_file where file_name = $1', values: [name] },
    },
  )
  if (partly) await returnPart(context, partly)
}

async function returnPart(
  { calls, query }: ChaosContext,
  { grantId, amountMinor }: { grantId: string; amountMinor: bigint },
): Promise<void> {
  const [grant] = await query('select paid_on from grant_recommendation where grant_id = $1', [grantId])
  // The job that records the run has not come to it yet.
  if (!grant?.paid_on) return
  await calls.command(
    returnGrant,
    {
      params: { grantId },
      body: commandOf({
        reason: null,
        message: 'A part came back',
        returnedMinor: 1_00n,
        remainingMinor: amountMinor,
        bankReference: randomUUID().slice(0, 8),
        returnedOn: today() as IsoDate,
        isAnother: false,
      }),
    },
    {
      kind: 'return',
      as: 'super',
      once: {
        // From a sum of a day on, a second person has to confirm it.
        sql: `select (select count(*) from grant_history_entry where grant_id = $1 and transition = 'return')::int
              + (select count(*) from posting_request where subject_id = $1)::int as count`,
        values: [grantId],
      },
    },
  )
}

/** What only one worker does: a basket and the runs of a book are common to all. */
export const loneScenarios = [basket, pay, payByCheque]
