import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { clientOfBook } from '../../clients/clients.ts'
import { dateOf } from '../../domain/dates.ts'
import type { TestApp } from '../app.ts'
import { appraisedLine, assetCalls } from '../asset-calls.ts'
import { testClock } from '../clock.ts'
import type { MadeFund, Person } from '../factories/make-fund.ts'

export type FreshHoldings = {
  /** Assets of the fund that were received, with a task. */
  freshHolding(): Promise<{ holdingId: string; taskId: string }>
  /** Such assets that were sold in part. */
  soldHolding(): Promise<{ holdingId: string; disposalId: string }>
}

export const unknownHoldings: FreshHoldings = {
  freshHolding: async () => ({ holdingId: randomUUID(), taskId: randomUUID() }),
  soldHolding: async () => ({ holdingId: randomUUID(), disposalId: randomUUID() }),
}

export function freshHoldings(portal: TestApp, fund: MadeFund, staff: Person): FreshHoldings {
  const { admin } = portal.database
  const now = portal.clock.now()
  const day = dateOf(now, clientOfBook(fund.book).timeZone)
  const calls = assetCalls({ portal, fund, staff, clock: testClock(now.toISOString()) })
  // A small amount, because what a person posts in a day is added up.
  const line = {
    ...appraisedLine(10n),
    valuation: { basis: 'appraised' as const, date: day, valueMinor: 10n },
  }
  const received = async (): Promise<string> => {
    const { contributionId, answer } = await calls.receive({
      ...{ lines: [line], giftDate: day, effectiveDate: day },
      // Every book takes certificates; the system of its custodian differs.
      method: 'certificate',
    })
    expect(answer.reply.state).toBe('received')
    const { rows } = await admin.query(
      'select holding_id from contribution_holding where contribution_id = $1',
      [contributionId],
    )
    return rows[0].holding_id
  }
  return {
    freshHolding: async () => {
      const holdingId = await received()
      const { rows } = await admin.query(
        `insert into holding_task (book, holding_id, kind, due_on) values ($1, $2, 'form-8283', '2027-04-15') returning task_id`,
        [fund.book, holdingId],
      )
      return { holdingId, taskId: rows[0].task_id }
    },
    soldHolding: async () => {
      const holdingId = await received()
      const sale = { units: '10', proceedsMinor: 2n, costMinor: 0n, soldOn: day, effectiveDate: day }
      const sold = await calls.sell(holdingId, sale)
      expect(sold.reply.postingRequest).toBeNull()
      const { rows } = await admin.query('select disposal_id from holding_disposal where holding_id = $1', [
        holdingId,
      ])
      return { holdingId, disposalId: rows[0].disposal_id }
    },
  }
}
