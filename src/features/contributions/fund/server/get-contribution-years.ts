import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../fund-contributions.contract.ts'
import { sumYears } from './fund-contributions.queries.ts'

export async function getContributionYears(
  _input: unknown,
  { db, client, account }: ContextOf<typeof contract.getContributionYears>,
): Promise<Reply<typeof contract.getContributionYears>> {
  const rows = await sumYears(db, { accountId: account.accountId, timeZone: client.timeZone })
  const yearsOf = (name: string) =>
    rows
      .filter(({ calendar }) => calendar === name)
      .map(({ year, amount_minor: amountMinor, contributions }) => ({ year, amountMinor, contributions }))
  return { calendar: yearsOf('calendar'), british: yearsOf('british') }
}
