import type { Kysely } from 'kysely'
import type { DateRange } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type SectionNumber, sectionNumbers, sectionRule } from '../../fund-activity/domain/sections.ts'
import type { ActivityRow } from '../../fund-activity/fund-activity.contract.ts'
import {
  activityKeysets,
  listPendingRows,
  listSectionRows,
} from '../../fund-activity/server/fund-activity.queries.ts'
import { toResponse } from '../../fund-activity/server/show-section-rows.ts'
import { calculateFigures } from '../../fund-activity/server/show-statement.ts'
import { sumSections } from '../../fund-activity/server/subtotals.queries.ts'
import { readSnapshot } from './statements.queries.ts'

/** The rows that a statement lists. A section with more rows than that has only its total and its number of rows. */
const maxStatementRows = 3_000

export type StatementSection = {
  section: SectionNumber
  totalMinor: bigint
  /** The number of its rows. */
  details: number
  /** null if they are too many to list. */
  rows: readonly ActivityRow[] | null
}
export type StatementFigures = {
  range: DateRange
  sections: readonly StatementSection[]
  summary: {
    beginningMinor: bigint
    endingMinor: bigint
    pendingMinor: bigint
    excludedMinor: bigint
    availableMinor: bigint
  }
  recordedAt: Date
  /** PostgreSQL's snapshot of the figures: which transactions they count. */
  snapshot: string
}

/** All figures and rows of an account over a range, as of one instant. Sections beyond `maxRows` rows have no rows. */
export async function readFigures(
  db: Kysely<DB>,
  accountId: string,
  range: DateRange,
  { timeZone, maxRows = maxStatementRows }: { timeZone: string; maxRows?: number },
): Promise<StatementFigures> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const instant = await readSnapshot(trx)
      const figures = await calculateFigures(trx, accountId, range, await sumSections(trx, accountId, range))
      const totals = sectionNumbers.map(section => ({ section, ...figures.totalOfSection(section) }))
      const sections: StatementSection[] = []
      let listed = 0
      for (const { section, totalMinor, details } of totals) {
        if (listed + details > maxRows) {
          sections.push({ section, totalMinor, details, rows: null })
          continue
        }
        listed += details
        const rows = details === 0 ? [] : await rowsOf(trx, accountId, section, { range, timeZone })
        const shown = rows.reduce((sum, { amount }) => sum + amount, 0n)
        invariant(details === 0 || shown === totalMinor, `section ${section} of ${accountId} does not add up`)
        sections.push({ section, totalMinor, details, rows })
      }
      const flow = sections.filter(({ section }) => sectionRule(section).role === 'flow')
      const { summary } = figures
      invariant(
        flow.reduce((sum, { totalMinor }) => sum + totalMinor, summary.beginningMinor) ===
          summary.endingMinor,
        `the statement of ${accountId} does not add up`,
      )
      return { range, sections, summary, ...instant }
    })
}

async function rowsOf(
  trx: Kysely<DB>,
  accountId: string,
  section: SectionNumber,
  { range, timeZone }: { range: DateRange; timeZone: string },
): Promise<ActivityRow[]> {
  const page = {
    first: maxStatementRows,
    keyset: { keys: activityKeysets.effectiveDate, descending: false },
    after: null,
    countedTotal: null,
    isTotalExact: true,
    before: 0,
  }
  const rows =
    section === 11
      ? await listPendingRows(trx, accountId, { to: range.to, timeZone }, page)
      : await listSectionRows(trx, accountId, section, range, page)
  return rows.map((row, index) => toResponse(row, index + 1))
}
