import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { addDays } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import type { DB } from '../../../server/db/schema.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { sectionNumbers, sectionRule } from '../../fund-activity/domain/sections.ts'
import { validateRange } from '../../fund-activity/server/show-statement.ts'
import { type AccountSectionSum, sumSectionsOfMany } from '../../fund-activity/server/subtotals.queries.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import type { ReportAbout, ReportRow, ReportSums, ReportTotal } from '../advisor-dashboard.contract.ts'
import type { Context } from './activity-report.ts'
import { ownAccounts } from './dashboard.queries.ts'
import { booksOf, searchOf } from './show-dashboard.ts'

const noSums = reportSums([])

const sumNames = keysOf(noSums)

/**
 * The activity of accounts over a range (§2.6): the chosen ones, or all that the filter shows. Throws `not-found` if one of them is
 * not the caller's, or the caller may not see every section.
 */
export async function getActivityReport(
  { body }: HandlerInput<typeof contract.getActivityReport>,
  context: Context,
): Promise<Reply<typeof contract.getActivityReport>> {
  const { actor, today, client } = context
  if (!sectionNumbers.every(section => actor.actions.has(sectionRule(section).permission)))
    throw new Problem('not-found')
  const range = validateRange(body, today)
  const search = searchOf(
    {
      keywords: body.filter.keywords,
      household: body.filter.household ?? undefined,
      status: body.filter.status ?? undefined,
      waiting: body.filter.waiting,
    },
    context,
  )
  const rows: ReportRow[] = []
  for (const { db, currency } of booksOf(context)) {
    const chosen =
      body.accounts?.filter(each => each.currency === currency).map(({ fundId }) => fundId) ?? null
    const found = chosen?.length === 0 ? [] : await ownAccounts(db, search, chosen)
    if (chosen !== null && found.length !== new Set(chosen).size) throw new Problem('not-found')
    const sums = await sumsOf(
      db,
      found.map(row => row.account_id),
      range,
    )
    for (const row of found)
      rows.push({
        id: row.account_id,
        fundId: Number(row.fund_id),
        currency,
        accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
        donorName: row.donor_name,
        household: row.household_name,
        ...reportSums(sums.get(row.account_id) ?? []),
      })
  }
  return { rows, totals: totalsOf(rows) }
}

async function sumsOf(
  db: Kysely<DB>,
  accountIds: readonly string[],
  { from, to }: Pick<ReportAbout, 'from' | 'to'>,
): Promise<Map<string, AccountSectionSum[]>> {
  const found = new Map<string, AccountSectionSum[]>()
  if (accountIds.length === 0) return found
  for (const sum of await sumSectionsOfMany(db, accountIds, addDays(from, -1), to)) {
    const ofAccount = found.get(sum.account_id)
    if (ofAccount) ofAccount.push(sum)
    else found.set(sum.account_id, [sum])
  }
  return found
}

function totalsOf(rows: readonly ReportRow[]): ReportTotal[] {
  const totals = new Map<ReportRow['currency'], ReportTotal>()
  for (const row of rows) {
    const total = totals.get(row.currency) ?? { currency: row.currency, accounts: 0, ...noSums }
    total.accounts += 1
    for (const name of sumNames) total[name] += row[name]
    totals.set(row.currency, total)
  }
  return [...totals.values()]
}

/** Beginning + what changed it = ending; ending − pending − excluded = available. */
function reportSums(sums: readonly AccountSectionSum[]): ReportSums {
  const all = (amount: (sum: AccountSectionSum) => bigint) =>
    sums.reduce((total, sum) => total + amount(sum), 0n)
  const within = (section: number) => sums.find(sum => sum.section === section)?.within_minor ?? 0n
  const beginningMinor = all(sum => sum.before_minor)
  const endingMinor = beginningMinor + all(sum => sum.within_minor)
  const pendingMinor = all(sum => sum.pending_minor)
  const excludedMinor = all(sum => sum.excluded_minor)
  return {
    beginningMinor,
    contributionsMinor: within(1),
    grantsMinor: within(2),
    gainsMinor: within(3),
    otherMinor: within(4),
    feesMinor: within(5),
    returnedMinor: within(6),
    transfersInMinor: within(7),
    transfersOutMinor: within(8),
    endingMinor,
    pendingMinor,
    excludedMinor,
    availableMinor: endingMinor - pendingMinor - excludedMinor,
  }
}
