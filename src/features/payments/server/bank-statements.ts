import type { Kysely } from 'kysely'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { gapBefore } from '../domain/statement-gap.ts'
import type { StatementFacts } from './bank-files/bank-line.ts'
import { listStatements, type StoredStatement } from './bank-statements.queries.ts'
import type { Plan, PlanSettings } from './planned-line.ts'

/** More sentences than anybody reads. */
const maxGaps = 20

/** Compares the statements of a file with the stored ones of each account: how many are new, and what is missing before them. */
export async function compareStatements(
  db: Kysely<DB>,
  statements: readonly StatementFacts[],
  { locale, currency }: Pick<PlanSettings, 'locale' | 'currency'>,
): Promise<Pick<Plan, 'gaps' | 'newStatements'>> {
  const [from] = statements.map(({ opensOn, closedOn }) => opensOn ?? closedOn).toSorted()
  if (from === undefined) return { gaps: [], newStatements: 0 }
  const accounts = [...new Set(statements.map(({ bankAccount }) => bankAccount))]
  const stored = Map.groupBy((await listStatements(db, accounts, from)).map(factsOf), keyOf)
  const files = new Map(statements.map(each => [keyOf(each), each]))
  const all = Map.groupBy(
    [...[...stored.values()].flat(), ...files.values()],
    ({ bankAccount }) => bankAccount,
  )
  const gaps = [...files.values()].flatMap(statement => {
    const others = (all.get(statement.bankAccount) ?? []).filter(each => keyOf(each) !== keyOf(statement))
    const gap = gapBefore(statement, others)
    return gap === null ? [] : [gapSentence(statement, gap, { locale, currency })]
  })
  return {
    gaps: [...new Set(gaps)].slice(0, maxGaps),
    newStatements: [...files.keys()].filter(key => !stored.has(key)).length,
  }
}

/** What is missing between stored statements of one account, as sentences, the earliest first. */
export function gapsBetween(
  statements: readonly StoredStatement[],
  about: Pick<PlanSettings, 'locale' | 'currency'>,
): string[] {
  const all = statements.map(factsOf)
  const gaps = all.flatMap(statement => {
    const gap = gapBefore(
      statement,
      all.filter(each => each !== statement),
    )
    return gap === null ? [] : [gapSentence(statement, gap, about)]
  })
  return [...new Set(gaps)].slice(0, maxGaps)
}

type Facts = Omit<StatementFacts, 'dependsOn'>

const factsOf = (stored: StoredStatement): Facts => ({
  bankAccount: stored.bank_account,
  reference: stored.reference,
  opensOn: stored.opens_on,
  closedOn: stored.closed_on,
  openingMinor: stored.opening_minor,
  closingMinor: stored.closing_minor,
})

/** What makes a statement the same as another (one_bank_statement). */
const keyOf = ({ bankAccount, reference, opensOn, closedOn, openingMinor, closingMinor }: Facts): string =>
  [bankAccount, closedOn, opensOn, openingMinor, closingMinor, reference].join(' ')

function gapSentence(
  { openingMinor, opensOn }: Facts,
  { closedOn, closingMinor }: Facts,
  { locale, currency }: Pick<PlanSettings, 'locale' | 'currency'>,
): string {
  const amount = (minor: bigint | null) => formatMoney(minor ?? 0n, currency, locale)
  const day = (on: IsoDate | null) => (on === null ? '' : formatDate(on, locale))
  return `A statement is missing: the one before closes on ${day(closedOn)} with ${amount(closingMinor)}, and this one opens on ${day(opensOn)} with ${amount(openingMinor)}.`
}
