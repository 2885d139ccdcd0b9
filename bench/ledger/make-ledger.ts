import type pg from 'pg'

export type LedgerSize = { funds: number; transactions: number }

/** More than five years, so that every date range of the portal has entries. */
const days = 1900

/**
 * Fills one book with funds and balanced entries: contributions, gains, fees and paid grants over five years. It writes as
 * administrator with triggers off, because the benchmark measures reads, and computes balances and subtotals from the postings.
 */
export async function makeLedger(
  admin: pg.Pool,
  book: string,
  { funds, transactions }: LedgerSize,
): Promise<void> {
  await withoutTriggers(admin, async client => {
    await makeFunds(client, book, { from: 1, to: funds })
    await makeEntries(client, book, transactions)
  })
}

/** The same with one fund for each of the sizes, which get the fund ids 1000001, 1000002 and so on. */
export async function makeFundsOfSizes(
  admin: pg.Pool,
  book: string,
  sizes: readonly number[],
): Promise<void> {
  await withoutTriggers(admin, async client => {
    for (const [index, transactions] of sizes.entries()) {
      await makeFunds(client, book, { from: index + 1, to: index + 1 })
      await makeEntries(client, book, transactions)
    }
  })
}

async function withoutTriggers(
  admin: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'",
    )
    await work(client)
    await client.query('set session_replication_role = origin')
  } finally {
    client.release()
  }
  await admin.query(
    'vacuum (analyze) posting, journal_entry, fund_account, account_balance, posting_subtotal, grant_recommendation',
  )
}

/** New funds, which are also the table `fund` of the connection. */
async function makeFunds(client: pg.PoolClient, book: string, { from, to }: { from: number; to: number }) {
  await client.query(
    `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
     select $1::book_name, 1000000 + n, 'Bench Fund ' || n, 'Bench Donor ' || n, current_date - $4::int
     from generate_series($2::int, $3::int) n`,
    [book, from, to, days],
  )
  await client.query(
    `create temp table fund as select account_id, row_number() over (order by fund_id) - 1 as n
     from fund_account where book = $1::book_name and fund_id between 1000000 + $2::int and 1000000 + $3::int`,
    [book, from, to],
  )
}

/** Balanced entries in the funds of the table `fund`, which it drops. */
async function makeEntries(client: pg.PoolClient, book: string, transactions: number): Promise<void> {
  // Of every twenty transactions of a fund, one is a contribution, twelve are gains, two are fees and five are grants.
  await client.query(
    `create temp table made as
       select uuidv7() as entry_id, f.account_id, (i / (select count(*) from fund))::int % 20 as part,
         current_date - ((i::bigint * 7919) % $2::int)::int as day, 10000 + (i::bigint * 37) % 900000 as amount
       from generate_series(0, $1::int - 1) i join fund f on f.n = i % (select count(*) from fund)`,
    [transactions, days],
  )
  await client.query(
    `insert into journal_entry (book, entry_id, kind, currency, effective_date)
       select $1::book_name, entry_id, case when part = 0 then 'contribution_cash' when part < 13 then 'gain'
         when part < 15 then 'administrative_fee' else 'grant_paid' end,
         (select currency from book where book = $1::book_name), day from made`,
    [book],
  )
  await client.query(
    `insert into posting (book, entry_id, line, ledger, account_id, section, effective_date, amount_minor)
       select $1::book_name, m.entry_id, p.line, p.ledger, case when p.section is not null then m.account_id end,
         p.section, m.day, m.amount * p.sign
       from made m join (values
         ('contribution', 1, 'spendable', 1, 100), ('contribution', 2, 'received', null, -100),
         ('gain', 1, 'spendable', 3, 1), ('gain', 2, 'market', null, -1),
         ('fee', 1, 'spendable', 5, -1), ('fee', 2, 'fees', null, 1),
         ('grant', 1, 'spendable', 11, -1), ('grant', 2, 'pending', 11, 1),
         ('grant', 3, 'pending', 2, -1), ('grant', 4, 'granted', null, 1)
       ) p (event, line, ledger, section, sign)
         on p.event = case when m.part = 0 then 'contribution' when m.part < 13 then 'gain' when m.part < 15 then 'fee'
           else 'grant' end`,
    [book],
  )
  await client.query(
    `insert into account_balance (book, account_id, spendable_minor)
       select book, account_id, sum(amount_minor) from posting
       where book = $1::book_name and account_id in (select account_id from fund) group by 1, 2`,
    [book],
  )
  await client.query(
    `insert into posting_subtotal (book, account_id, period, starts_on, section, ledger, amount_minor, postings)
       select book, account_id, d.period, s.starts_on, section, ledger, sum(amount_minor), count(*)
       from posting cross join (values ('day'), ('month'), ('year')) d (period)
        cross join lateral (select date_trunc(d.period, effective_date::timestamp)::date as starts_on) s
       where book = $1::book_name and account_id in (select account_id from fund) group by 1, 2, 3, 4, 5, 6`,
    [book],
  )
  await client.query('drop table made, fund')
}
