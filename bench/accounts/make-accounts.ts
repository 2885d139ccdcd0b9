import type { BenchDatabase } from '../bench.ts'

/**
 * Family names by their frequency, and what follows them in the names of funds. Half of the accounts have one of these names, so
 * that three letters find tens of thousands; the others have a name of their own.
 */
const families =
  `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
  Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King
  Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans
  Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey
  Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez
  Castillo Sanders Patel Myers Long Ross Foster Jimenez`.split(/\s+/)
const firstNames =
  `Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen James Robert John Michael David William
  Richard Joseph Thomas Charles Ada Zoë Margaret Eleanor Theodore`.split(/\s+/)
const endings = [
  'Family Fund',
  'Fund',
  'Charitable Fund',
  'Foundation',
  'Family Foundation',
  'Giving Fund',
  'Endowment',
  'Trust',
]

/** Writes accounts of npt with names as trusts have them, and their balances. */
export async function makeAccounts({ admin }: BenchDatabase, count: number): Promise<void> {
  // The index is written once, in its order: a million names in the order of their accounts take twenty minutes.
  await admin.query('alter table fund_account disable trigger index_new_account_names')
  const batch = 50_000
  for (let from = 0; from < count; from += batch)
    await admin.query(
      `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
       select 'npt', 1000000 + n,
         concat_ws(' ', case when n % 7 < 3 then 'The' end, case when n % 5 < 2 then first.name end, family, ending.name),
         concat_ws(' ', first.name, family), date '2001-01-01' + n % 9000
       from generate_series($4::int, $5::int) n,
         lateral (select $2::text[] as firsts, $3::text[] as endings, $1::text[] as families, hashint4(n) & 2147483647 as h) c,
         lateral (select firsts[1 + h % cardinality(firsts)] as name) first,
         lateral (select endings[1 + (h / 7) % cardinality(endings)] as name) ending,
         lateral (select case when h % 2 = 0
             -- The squares make the first names of the list the frequent ones.
             then families[1 + floor(power(((h / 31) % 10007) / 10007.0, 2) * cardinality(families))::int]
             else initcap(translate(substr(md5(n::text), 1, 5 + h % 5), '0123456789', 'aeioulnrst')) end as family) f`,
      [families, firstNames, endings, from + 1, Math.min(count, from + batch)],
    )
  await admin.query('alter table fund_account enable trigger index_new_account_names')
  await admin.query(
    `insert into account_name_part (book, part, account_name_key, fund_id)
     select a.book, part, a.account_name_key, a.fund_id from fund_account a, name_parts(a.account_name_key) as part order by 1, 2, 3, 4`,
  )
  await admin.query(
    `insert into account_balance (book, account_id, spendable_minor)
     select book, account_id, fund_id * 7 from fund_account where book = 'npt'`,
  )
  // As autovacuum leaves them, so that index-only scans need not visit the rows.
  for (const table of ['fund_account', 'account_name_part', 'account_balance'])
    await admin.query(`vacuum analyze ${table}`)
}
