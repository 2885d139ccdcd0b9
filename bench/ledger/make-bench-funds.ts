import { npt } from '../../src/clients/configuration/npt.ts'
import { dateOf } from '../../src/domain/dates.ts'
import { contributionPostings } from '../../src/features/ledger/domain/postings.ts'
import { postEntries } from '../../src/features/ledger/server/post-entry.ts'
import { type BenchDatabase, collectStatistics } from '../bench.ts'

/** Active funds of npt with enough in each for any number of grants. */
export async function makeBenchFunds(
  { databases, admin }: BenchDatabase,
  fundCount: number,
): Promise<{ accountId: string; fundId: number }[]> {
  const today = dateOf(new Date(), npt.timeZone)
  await admin.query(
    `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
     select 'npt', 1000000 + n, 'Bench Fund ' || n, 'Bench Donor ' || n, current_date - 30 from generate_series(1, $1::int) n`,
    [fundCount],
  )
  const funds = await databases
    .book('npt')
    .selectFrom('fund_account')
    .select(['account_id', 'fund_id'])
    .execute()
  await postEntries(
    databases.book('npt'),
    funds.map(fund => ({
      kind: 'contribution_cash',
      currency: 'USD',
      effectiveDate: today,
      actorUserId: null,
      onBehalfOfUserId: null,
      postings: contributionPostings(fund.account_id, 1_000_000_000_00n, 'spendable'),
    })),
  )
  await collectStatistics(admin)
  return funds.map(fund => ({ accountId: fund.account_id, fundId: Number(fund.fund_id) }))
}
