import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../../server/db/schema.ts'

export type DemoRun = {
  number: number
  method: 'eft' | 'cheque'
  format: string
  on: IsoDate
  at: string
  isSent: boolean
}
export type DemoPayment = { grantId: string; runNumber: number; problem: string | null }

type Staff = { collector: string; collectorName: string; approver: string; approverName: string }

/** Writes runs that are not there yet and the payments of these grants. Files and letters follow when the book has all of them. */
export async function insertRuns(
  trx: Kysely<DB>,
  runs: readonly DemoRun[],
  payments: readonly DemoPayment[],
  staff: Staff,
): Promise<void> {
  if (runs.length === 0) return
  const sent = JSON.stringify(
    runs.filter(({ isSent }) => isSent).toSorted((one, other) => one.number - other.number),
  )
  const { collector, collectorName, approver, approverName } = staff
  await sql`
    insert into payment_run (run_id, run_number, method, format, cutoff_at, payment_on, state, created_by, created_by_name,
      created_at, checked_at, approved_by, approved_by_name, approved_at, released_by, released_by_name, released_at, sent_by,
      sent_by_name, sent_at, file_name, file_hash, file_ciphertext, key_id, data_key)
    select uuidv7(), r.number, r.method, r.format, r.at, r."on", 'sent', ${collector}, ${collectorName}, r.at, r.at, ${approver},
      ${approverName}, r.at, ${collector}, ${collectorName}, r.at, ${collector}, ${collectorName}, r.at, 'run', repeat('0', 64), '', '', ''
    from jsonb_to_recordset(${sent}::jsonb) as r (number integer, method text, format text, "on" date, at timestamptz)
    order by r.number on conflict (book, run_number) do nothing`.execute(trx)
  const open = JSON.stringify(runs.filter(({ isSent }) => !isSent))
  await sql`
    insert into payment_run (run_id, run_number, method, format, cutoff_at, payment_on, created_by, created_by_name, created_at,
      checked_at)
    select uuidv7(), r.number, r.method, r.format, r.at, r."on", ${collector}, ${collectorName}, r.at, r.at
    from jsonb_to_recordset(${open}::jsonb) as r (number integer, method text, format text, "on" date, at timestamptz)
    order by r.number on conflict (book, run_number) do nothing`.execute(trx)
  await sql`
    insert into payment (payment_id, run_id, grant_id, charity_id, amount_minor, reference, payee_name, problem, payee_address)
    select uuidv7(), r.run_id, g.grant_id, g.charity_id, g.amount_minor, 'GRANT-' || g.transaction_id, c.name, p.problem,
      nullif(concat_ws(', ', nullif(c.street, ''), nullif(c.city, ''), nullif(concat_ws(' ', c.state, c.postal_code), '')), '')
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p ("grantId" uuid, "runNumber" integer, problem text)
      join payment_run r on r.run_number = p."runNumber"
      join grant_recommendation g on g.grant_id = p."grantId"
      join charity c on c.charity_id = g.charity_id`.execute(trx)
}

/** Numbers the payments and cheques of the sent runs, and gives their grants the references. */
export async function numberPayments(trx: Kysely<DB>): Promise<void> {
  await sql`
    update payment p set place = n.place, cheque_number = case when n.method = 'cheque' then 100000 + n.cheque end
    from (
      select x.payment_id, r.method, row_number() over (partition by x.run_id order by x.payment_id)::int as place,
        row_number() over (partition by r.method order by r.run_number, x.payment_id) as cheque
      from payment x join payment_run r on r.run_id = x.run_id where r.state = 'sent'
    ) n where n.payment_id = p.payment_id`.execute(trx)
  await sql`
    update grant_recommendation g set payment_reference = coalesce(p.cheque_number::text, p.reference)
    from payment p join payment_run r on r.run_id = p.run_id where p.grant_id = g.grant_id and r.state = 'sent'`.execute(
    trx,
  )
  await sql`
    insert into payment_run_event (run_id, step, kind, actor_user_id, actor_name, at)
    select r.run_id, e.step, e.kind, case e.kind when 'approved' then r.approved_by else r.created_by end,
      case e.kind when 'approved' then r.approved_by_name else r.created_by_name end, r.created_at
    from payment_run r cross join (values (1, 'created'), (2, 'approved'), (3, 'released'), (4, 'sent')) as e (step, kind)
    where e.step = 1 or r.state = 'sent'`.execute(trx)
}

type RunToFile = { run_id: string; run_number: number }

export async function listSentRuns(trx: Kysely<DB>): Promise<RunToFile[]> {
  return await trx
    .selectFrom('payment_run')
    .select(['run_id', 'run_number'])
    .where('state', '=', 'sent')
    .orderBy('run_number')
    .execute()
}

export async function updateLetters(
  trx: Kysely<DB>,
  letters: readonly { payment_id: string; letter: unknown }[],
): Promise<void> {
  await sql`
    update payment p set letter = l.letter
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as l (payment_id uuid, letter jsonb)
    where p.payment_id = l.payment_id`.execute(trx)
}

export async function updateFiles(
  trx: Kysely<DB>,
  files: readonly {
    run_id: string
    name: string
    hash: string
    ciphertext: string
    keyId: string
    dataKey: string
  }[],
): Promise<void> {
  await sql`
    update payment_run r set file_name = f.name, file_hash = f.hash, file_ciphertext = decode(f.ciphertext, 'base64'), key_id = f."keyId",
      data_key = decode(f."dataKey", 'base64')
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f (run_id uuid, name text, hash text, ciphertext text, "keyId" text,
      "dataKey" text)
    where r.run_id = f.run_id`.execute(trx)
}

/** The highest number of a cheque; null where none was written. */
export async function findLastChequeNumber(trx: Kysely<DB>): Promise<bigint | null> {
  const { last } = await trx
    .selectFrom('payment')
    .select(({ fn }) => fn.max('cheque_number').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** The runs that wait for their approval. */
export async function listOpenRuns(trx: Kysely<DB>): Promise<{ run_id: string; method: string }[]> {
  return await trx
    .selectFrom('payment_run')
    .select(['run_id', 'method'])
    .where('state', '=', 'created')
    .orderBy('run_number')
    .execute()
}
