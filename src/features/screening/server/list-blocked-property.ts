import * as z from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { addDays, dateOf, startOfDay } from '../../../domain/dates.ts'
import { sumDailyBalances } from '../../ledger/server/daily-balances.queries.ts'
import type * as contract from '../blocked-property.contract.ts'
import { blockedPropertyDays, blockedPropertyYears } from '../domain/blocked-property-day.ts'
import { findingEntry } from '../findings.contract.ts'
import { listAccountsOfFindings, listConfirmedBefore } from './blocked-property.queries.ts'
import type { FindingContext } from './finding-details.ts'

/**
 * The accounts of the book that were blocked property on the day of a year on which it is counted, with their balance on that day as it is
 * recorded now. An account that two findings hold stands once for each. Throws `validation` for a year whose day has not come, or that is no longer kept.
 */
export async function listBlockedProperty(
  { query }: { query: { year?: number | undefined } },
  { db, realmDb, client, today }: Pick<FindingContext, 'db' | 'realmDb' | 'client' | 'today'>,
): Promise<Reply<typeof contract.listBlockedProperty>> {
  const country = client.defaultPhoneCountry
  const years = blockedPropertyYears(today, country)
  const year = query.year ?? years[0] ?? 0
  if (!years.includes(year)) throw fieldProblem('year', `Choose a year from ${years.at(-1)} to ${years[0]}`)
  const { countedOn, reportBy } = blockedPropertyDays(year, country)
  const findings = await listConfirmedBefore(realmDb, startOfDay(addDays(countedOn, 1), client.timeZone))
  const byId = new Map(findings.map(each => [each.findingId, each]))
  const accounts = findings.length === 0 ? [] : await listAccountsOfFindings(db, findings, countedOn)
  const balances = await sumDailyBalances(
    db,
    accounts.map(({ accountId }) => ({ accountId, from: countedOn, to: countedOn })),
  )
  const data = accounts.flatMap(({ fundId, accountName, findingId }, index) => {
    const finding = byId.get(findingId)
    const balance = balances[index]
    if (!finding || !balance) return []
    const { number, programs } = z.parse(findingEntry, finding.entry)
    return {
      ...{ fundId: Number(fundId), accountName, personName: finding.personName, list: finding.list },
      ...{ entryNumber: number, listedName: finding.listedName, programs },
      blockedOn: dateOf(finding.confirmedAt, client.timeZone),
      // Of one day.
      balanceMinor: balance.balanceDaysMinor,
      excludedMinor: balance.excludedDaysMinor,
    }
  })
  return { year, years, countedOn, reportBy, data }
}
