import { randomInt, randomUUID, randomUUIDv7 } from 'node:crypto'
import { clientOfBook } from '../../clients/clients.ts'
import { npt } from '../../clients/configuration/npt.ts'
import type { FeeTerms } from '../../domain/fee-terms.ts'
import { joinTerms, termsBefore } from '../../features/fees/domain/terms-in-force.ts'
import { listSetTerms } from '../../features/fees/server/fee-terms.queries.ts'
import { storedTerms } from '../../features/fees/server/stored-terms.ts'
import type { TestApp } from '../app.ts'
import { firstOf } from '../coming-days.ts'

export type FreshFeeTerms = {
  /** Terms that can be proposed in the book, where none wait any more; npt refuses those of another book, as they change nothing there. */
  newFeeTerms(): Promise<FeeTerms>
  /** Terms that a colleague proposed. */
  freshFeeTerms(): Promise<string>
}

const [schedule] = npt.feeSchedules
const [termsOfNpt] = schedule.versions

/** Other terms each time. */
const otherTerms = (from: string): FeeTerms => ({
  ...termsOfNpt,
  from,
  minimumPerYearMinor: BigInt(randomInt(1, 1_000_000)),
})

export const unknownFeeTerms: FreshFeeTerms = {
  newFeeTerms: async () => otherTerms(firstOf('04', 2)),
  freshFeeTerms: async () => randomUUID(),
}

export function freshFeeTerms(portal: TestApp, book: string): FreshFeeTerms {
  const db = portal.databases.book(book)
  const [ofFile] = clientOfBook(book).feeSchedules
  const endWaiting = () =>
    db.updateTable('fee_terms_change').set({ state: 'lapsed' }).where('state', '=', 'waiting').execute()
  return {
    newFeeTerms: async () => {
      await endWaiting()
      return book === npt.book.name ? otherTerms(firstOf('04', 2)) : { ...termsOfNpt, from: firstOf('01', 1) }
    },
    freshFeeTerms: async () => {
      await endWaiting()
      const changeId = randomUUIDv7()
      const from = firstOf('01', 2)
      const before = ofFile && termsBefore(joinTerms(ofFile, await listSetTerms(db)).schedule, from)
      if (!before) throw new Error(`${book} has a fee schedule`)
      await db
        .insertInto('fee_terms_change')
        .values({
          ...{ change_id: changeId, schedule: schedule.name, starts_on: from, reason: 'Agreed' },
          ...{ terms: storedTerms(otherTerms(from)), before_terms: storedTerms(before) },
          ...{
            requested_by: randomUUID(),
            requested_by_name: 'A colleague',
            requested_at: portal.clock.now(),
          },
        })
        .execute()
      return changeId
    },
  }
}
