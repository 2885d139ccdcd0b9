import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { AccountingMethod } from '../../../domain/year-end.ts'
import { firstPostingDay } from '../../month-end/server/month-end.queries.ts'
import { fiscalYearOf } from '../domain/fiscal-year.ts'
import { isCharityOrGovernment, sectionOf } from '../domain/grantee.ts'
import { distributionRate, listedFrom, noncashTypes } from '../domain/returns.ts'
import type * as contract from '../year-end.contract.ts'
import { readYear } from './read-year.ts'
import type { YearReader } from './year-end-context.ts'
import {
  countReceipts,
  type FundSums,
  sumContributors,
  sumFunds,
  sumGrantees,
  sumNoncash,
} from './year-figures.queries.ts'

export async function getYearEnd(
  { query }: { query: HandlerInput<typeof contract.getYearEnd>['query'] },
  context: YearReader,
): Promise<Reply<typeof contract.getYearEnd>> {
  const { db, book, today } = context
  const { bookClient, ...year } = readYear(query.year, context)
  const listed = listedFrom[bookClient.yearEndReturn]
  const funds = await sumFunds(db, year, year.next)
  const sumOf = (measure: (sums: FundSums) => bigint) => ({
    advisedMinor: funds.reduce((sum, each) => (each.is_general ? sum : sum + measure(each)), 0n),
    generalMinor: funds.reduce((sum, each) => (each.is_general ? sum + measure(each) : sum), 0n),
  })
  const opening = sumOf(each => each.opening_minor)
  const grants = { cash: sumOf(each => each.cash_minor), accrual: sumOf(each => each.accrual_minor) }
  const contributors = await sumContributors(db, year, listed.contributorMinor)
  const noncash = await sumNoncash(db, year)
  const receipts = await countReceipts(db, year)
  const grantees = await sumGrantees(db, year, listed.granteeMinor)
  const first = await firstPostingDay(db)
  const current = fiscalYearOf(today, bookClient.fiscalYearStartsOn)
  const granteesBy = (method: AccountingMethod) => {
    const count = (isCounted: (section: string) => boolean) =>
      grantees.reduce(
        (sum, each) => (isCounted(sectionOf(each)) ? sum + Number(each[`${method}_grantees`]) : sum),
        0,
      )
    return {
      charities: count(isCharityOrGovernment),
      others: count(section => !isCharityOrGovernment(section)),
      amountMinor: grantees.reduce((sum, each) => sum + each[`${method}_listed_minor`], 0n),
    }
  }
  return {
    ...{ currency: book.currency, year: year.year, from: year.from, to: year.to, isOver: year.isOver },
    firstYear:
      first === null ? year.year : Math.min(fiscalYearOf(first, bookClient.fiscalYearStartsOn), current),
    lastYear: current,
    method: bookClient.accountingMethod,
    return: bookClient.yearEndReturn,
    sponsor: { legalName: bookClient.sponsor.legalName, number: bookClient.sponsor.number },
    funds: funds.reduce((sum, each) => sum + Number(each.counted), 0),
    contributions: sumOf(each => each.contributions_minor),
    giftAid: sumOf(each => each.gift_aid_minor),
    ...{ grants, opening },
    closing: {
      cash: sumOf(each => each.closing_minor),
      accrual: sumOf(each => each.closing_minor - each.approved_minor),
    },
    rate: {
      cash: distributionRate(grants.cash.advisedMinor, opening.advisedMinor),
      accrual: distributionRate(grants.accrual.advisedMinor, opening.advisedMinor),
    },
    receipts: { of: Number(receipts.contributions), done: Number(receipts.receipts) },
    letters: {
      of: grantees.reduce((sum, each) => sum + Number(each.payments), 0),
      done: grantees.reduce((sum, each) => sum + Number(each.letters), 0),
    },
    grantees: { cash: granteesBy('cash'), accrual: granteesBy('accrual') },
    contributors: {
      listed: Number(contributors.listed),
      overShare: Number(contributors.over_share),
      amountMinor: contributors.amount_minor,
    },
    noncash: noncashTypes.map(type => {
      const of = noncash.find(each => each.noncash === type)
      return { type, contributions: Number(of?.contributions ?? 0n), amountMinor: of?.amount_minor ?? 0n }
    }),
  }
}
