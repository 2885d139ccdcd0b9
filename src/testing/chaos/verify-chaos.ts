import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ChaosCalls } from './chaos-calls.ts'
import type { ChaosDatabase } from './chaos-database.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** Work that a sent run or an applied bank file promised and no job has done. */
const leftovers = {
  'payments of sent runs are not recorded': `
    select count(*)::int from payment p join payment_run r using (book, run_id)
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where r.state = 'sent' and p.removed_at is null and p.rejected_at is null and g.transaction_status_code = 4`,
  'lines of bank files are not applied': `
    select count(*)::int from bank_file_line where done_at is null and failure is null and effect in ('cleared', 'returned', 'rejected')`,
  'checks have another number than the stock issued, or one of the stock that is blank or void': `
    select count(*)::int from payment p join cheque_number n on n.book = p.book and (n.number = p.cheque_number or n.payment_id = p.payment_id)
    where n.state = 'issued' and (n.number, n.payment_id) is distinct from (p.cheque_number, p.payment_id)
      or n.state <> 'issued' and n.number = p.cheque_number`,
  'numbers of checks are on more than one payment': `
    select count(*)::int from (select from payment where cheque_number is not null group by book, cheque_number having count(*) > 1) twice`,
  'documents are signed and not sealed': `select count(*)::int from envelope where state = 'signed'`,
  'sealed documents are not filed': `
    select count(*)::int from contribution_document d join envelope e on e.book = d.book and e.envelope_id::text = d.envelope_id
    where e.state = 'completed' and d.state <> 'filed'`,
  'journal entries do not balance': `
    select count(*)::int from (select from posting group by book, entry_id having sum(amount_minor) <> 0) unbalanced`,
} as const

/** Compares what was acknowledged with what is stored, and runs the verifiers. Adds what is wrong to the findings. */
export async function verify(about: {
  database: ChaosDatabase
  calls: ChaosCalls
  environment: Record<string, string>
}): Promise<void> {
  const { database, calls, environment } = about
  const { findings } = calls
  for (const { kind, once } of calls.acknowledged) {
    if (!once) continue
    const [row] = await database.query<{ count: number }>(once.sql, once.values)
    if (row?.count !== 1) findings.push(`${kind} was acknowledged and is there ${row?.count ?? 0} times`)
  }
  for (const [sentence, sql] of Object.entries(leftovers)) {
    const [row] = await database.query<{ count: number }>(sql)
    if (row?.count !== 0) findings.push(`${row?.count} ${sentence}`)
  }
  for (const tool of ['ledger-verify', 'audit-verify'])
    await run(process.execPath, [`tools/${tool}.ts`], {
      cwd: root,
      env: { ...process.env, ...environment },
    }).catch((error: { stdout?: string; stderr?: string }) => {
      findings.push(`npm run ${tool.replace('-', ':')}: ${error.stdout}${error.stderr}`)
    })
}
