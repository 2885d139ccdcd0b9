import { dateOf } from '../../src/domain/dates.ts'
import { feePostings } from '../../src/features/ledger/domain/postings.ts'
import { postEntry } from '../../src/features/ledger/server/post-entry.ts'
import { withoutTriggers } from '../../src/testing/database/without-triggers.ts'
import { type BenchDatabase, type Finding, median } from '../bench.ts'
import { usually } from '../sizes.ts'

const contributions = usually(10_000, 50)
const payers = usually(10, 2)
const entriesOfTurn = usually(40, 5)
/** Short ones, so that other work on the machine falls on all sides alike. */
const turnsOfRound = usually(8, 1)

/** What an entry of an account costs with the check of holds and without it, and with people and payers who were confirmed. */
export async function holdCosts({ admin, databases }: BenchDatabase, rounds: number): Promise<Finding[]> {
  const { rows } = await admin.query<{ account_id: string }>('select account_id from fund_account limit 1')
  const accountId = rows[0]?.account_id ?? ''
  // Who paid into it under many names, none of whom is on a list.
  await withoutTriggers(
    admin,
    `insert into contribution (book, account_id, kind, amount_minor, currency, state, needs_countersignature, entered_by, entered_by_name,
       entered_at, idempotency_key, way, payer_kind, payer_name)
     select 'npt', $1, 'cash', 100, 'USD', 'announced', false, uuidv7(), 'Bench', now(), uuidv7(), 'check', 'individual', 'Payer ' || n
       from generate_series(1, $2::int) n`,
    [accountId, contributions],
  )
  await admin.query('analyze contribution')
  const db = databases.book('npt')
  const effectiveDate = dateOf(new Date(), 'America/New_York')
  const entryMs = async () => {
    const startedMs = performance.now()
    for (let posted = 0; posted < entriesOfTurn; posted++)
      await postEntry(db, {
        ...{ kind: 'administrative_fee', currency: 'USD', effectiveDate, actorUserId: null },
        ...{ onBehalfOfUserId: null, postings: feePostings(accountId, 1n) },
      })
    return (performance.now() - startedMs) / entriesOfTurn
  }
  const check = (state: 'enable' | 'disable') =>
    admin.query(`alter table posting ${state} trigger held_account_keeps_money`)
  await entryMs()
  const times: Record<'without' | 'with' | 'confirmed', number[]> = { without: [], with: [], confirmed: [] }
  for (let turn = 0; turn < rounds * turnsOfRound; turn++) {
    await check('disable')
    times.without.push(await entryMs())
    await check('enable')
    times.with.push(await entryMs())
    await confirmPayers(admin)
    times.confirmed.push(await entryMs())
    await withoutTriggers(admin, `delete from screening_finding where our_name = 'Bench payer'`)
  }
  const said = Object.entries(times).map(([name, of]) => `${name} ${median(of).toFixed(2)} ms`)
  const detail = `${said.join(', ')}; an account with ${contributions} contributions, ${payers} confirmed payers of other accounts`
  return [
    {
      what: 'an entry with the check of holds ÷ without it',
      ...{ measured: median(times.with) / median(times.without), atMost: 1.25, detail },
    },
    {
      what: 'an entry while payers are confirmed ÷ while none is',
      ...{ measured: median(times.confirmed) / median(times.with), atMost: 1.25, detail },
    },
  ]
}

/** Findings about payers of other accounts that two people have confirmed. */
const confirmPayers = (admin: BenchDatabase['admin']) =>
  withoutTriggers(
    admin,
    `insert into screening_finding (realm, subject_kind, subject_id, list, entry_id, names_digest, our_name, listed_name, entry, score,
       working, matcher_version, version_id, found_at, state, decided_by, decided_by_name, decided_at, reason)
     select 'npt', 'payer', 'payer ' || md5(n::text), e.list, e.entry_id, repeat('0', 64), 'Bench payer', 'Their name', '{}', 1, '{}', 1,
       e.since_version, now(), 'confirmed', uuidv7(), 'Bench', now(), 'The same'
     from generate_series(1, $1::int) n, (select * from sanctions_entry limit 1) e`,
    [payers],
  )
