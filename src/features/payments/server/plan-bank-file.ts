import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { BankFile } from './bank-files/bank-line.ts'
import { listNamed } from './bank-files.queries.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'
import { planLines } from './plan-lines.ts'
import { planReport } from './plan-status-report.ts'
import type { Plan, PlanSettings } from './planned-line.ts'

/** How the book of the request reads a file; `confirmed`: the lines that a person confirmed, as they were sent. */
export function planSettings(
  confirmed: string,
  context: Pick<PaymentContext, 'book' | 'client'>,
): PlanSettings {
  const { bankCode, accountNumber, currency } = ownAccount(context)
  const { locale, timeZone } = context.client
  return {
    locale,
    timeZone,
    currency,
    bankAccount: `${bankCode}/${accountNumber}`,
    confirmed: new Set(confirmed === '' ? [] : confirmed.split(',').map(Number)),
  }
}

/** Computes the effect of a bank file on the payments of the book. It changes nothing. */
export async function planBankFile(
  db: Kysely<DB>,
  { lines, report }: BankFile,
  settings: PlanSettings,
): Promise<Plan> {
  if (report) {
    const runs = report.runs.filter(each => each !== null)
    return planReport(report, await listNamed(db, { references: [], cheques: [], runs }), settings)
  }
  const names = lines.flatMap(each => each.names ?? [])
  const named = await listNamed(db, {
    references: names.flatMap(each => ('reference' in each ? [each.reference] : [])),
    cheques: names.flatMap(each => ('chequeNumber' in each ? [String(each.chequeNumber)] : [])),
    runs: names.flatMap(each => ('runNumber' in each ? [each.runNumber] : [])),
  })
  return await planLines(db, lines, named, settings)
}

/** The hash of the plan: it changes if the effect of a line or an answer changes. */
export const hashOfPlan = ({ lines }: Plan): string =>
  hash(
    'sha256',
    lines
      .map(
        ({ line, effect, payment, amountMinor, isConfirmed }) =>
          `${line} ${effect} ${payment?.payment_id} ${amountMinor}${isConfirmed ? ' confirmed' : ''}`,
      )
      .join('\n'),
  )
