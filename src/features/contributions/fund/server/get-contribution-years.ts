import type { Kysely } from 'kysely'
import type { Reply } from '../../../../contract/endpoint.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { displayName } from '../../../accounts/domain/account-name.ts'
import type * as contract from '../fund-contributions.contract.ts'
import { listAccountsOfDonors, listDonorUsers, sumYears } from './fund-contributions.queries.ts'

type Context = ContextOf<typeof contract.getContributionYears>
type Years = Reply<typeof contract.getContributionYears>

/** As many accounts of the other book as one donor may have. */
const maxElsewhere = 10

/** What a fund was given by year, and what the accounts of its donors in the client's other book were given. */
export async function getContributionYears(_input: unknown, context: Context): Promise<Years> {
  const { db, client, account } = context
  return { ...(await yearsOf(db, account.accountId, client)), elsewhere: await readElsewhere(context) }
}

async function yearsOf(
  db: Kysely<DB>,
  accountId: string,
  { timeZone }: Context['client'],
): Promise<Pick<Years, 'calendar' | 'british'>> {
  const rows = await sumYears(db, { accountId, timeZone })
  const named = (name: string) =>
    rows
      .filter(({ calendar }) => calendar === name)
      .map(({ year, amount_minor: amountMinor, contributions }) => ({ year, amountMinor, contributions }))
  return { calendar: named('calendar'), british: named('british') }
}

async function readElsewhere({
  db,
  otherBook,
  client,
  account,
  actor,
}: Context): Promise<Years['elsewhere']> {
  if (otherBook === null) return []
  const donors = await listDonorUsers(db, account.accountId)
  const { userId, seesEveryAccount } = actor
  const found = await listAccountsOfDonors(otherBook.db, donors, {
    userId,
    seesEveryAccount,
    limit: maxElsewhere,
  })
  const read: Years['elsewhere'] = []
  for (const { account_id: accountId, fund_id: fundId, account_name: name, account_status: status } of found)
    read.push({
      fundId: Number(fundId),
      accountName: displayName(name, status, client.showsClosedStatus),
      currency: otherBook.currency,
      ...(await yearsOf(otherBook.db, accountId, client)),
    })
  return read
}
