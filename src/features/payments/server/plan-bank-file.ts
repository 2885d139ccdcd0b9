import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { createPauses } from '../../../server/heavy-work/pauses.ts'
import { readNumbers } from '../../charity-profiles/server/read-numbers.ts'
import { accountId, type BankFile } from './bank-files/bank-line.ts'
import { listNamed } from './bank-files.queries.ts'
import { compareStatements } from './bank-statements.ts'
import { readPaymentAccounts } from './payment-accounts.ts'
import { ownAccount, type PaymentContext } from './payment-context.ts'
import { planLines } from './plan-lines.ts'
import { planReport } from './plan-status-report.ts'
import type { Plan, PlanSettings } from './planned-line.ts'

/** How the book of the request reads a file; `confirmed`: the lines that a person confirmed, as they were sent. */
export function planSettings(
  confirmed: string,
  context: Pick<PaymentContext, 'book' | 'client' | 'realmDb' | 'documentFiles'>,
): PlanSettings {
  const own = ownAccount(context)
  const { locale, timeZone, realm } = context.client
  const { realmDb, documentFiles } = context
  return {
    locale,
    timeZone,
    currency: own.currency,
    bankAccount: accountId(own),
    confirmed: new Set(confirmed === '' ? [] : confirmed.split(',').map(Number)),
    readNumbers: ids => readNumbers(realmDb, ids, { keys: documentFiles.keys, realm }),
  }
}

/** Computes the effect of a bank file on the payments of the book. It changes nothing. */
export async function planBankFile(
  db: Kysely<DB>,
  { lines, statements, report }: BankFile,
  settings: PlanSettings,
): Promise<Plan> {
  if (report) {
    const runs = report.runs.filter(each => each !== null)
    const named = await listNamed(db, { references: [], cheques: [], runs })
    const hasAccounts = report.transfers.some(({ accounts }) => accounts !== undefined)
    return planReport(report, named, {
      ...settings,
      numbersOf: await readPaymentAccounts(hasAccounts ? named : [], settings),
    })
  }
  const named = await listNamed(db, await namesIn(lines))
  const plan = await planLines(db, lines, named, settings)
  const taken = statements.filter(({ dependsOn }) => dependsOn === null || settings.confirmed.has(dependsOn))
  return { ...plan, statements: taken, ...(await compareStatements(db, taken, settings)) }
}

/** What the lines name, each once. */
async function namesIn(lines: BankFile['lines']): Promise<Parameters<typeof listNamed>[1]> {
  const names = { references: new Set<string>(), cheques: new Set<string>(), runs: new Set<number>() }
  const pauses = createPauses()
  for (const { names: name } of lines) {
    if (pauses.isDue()) await pauses.pause()
    if (name === null) continue
    if ('reference' in name) names.references.add(name.reference)
    else if ('chequeNumber' in name) names.cheques.add(String(name.chequeNumber))
    else names.runs.add(name.runNumber)
  }
  return { references: [...names.references], cheques: [...names.cheques], runs: [...names.runs] }
}

/** The hash of the plan: it changes if the effect of a line or an answer changes. */
export async function hashOfPlan({ lines }: Plan): Promise<string> {
  const digest = createHash('sha256')
  const pauses = createPauses()
  for (const [index, { line, effect, payment, amountMinor, isConfirmed }] of lines.entries()) {
    if (pauses.isDue()) await pauses.pause()
    const separator = index === 0 ? '' : '\n'
    digest.update(
      `${separator}${line} ${effect} ${payment?.payment_id} ${amountMinor}${isConfirmed ? ' confirmed' : ''}`,
    )
  }
  return digest.digest('hex')
}
