import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { dateOf, isoDate, monthStart } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { type FeeTerms, faultOfTerms } from '../../domain/fee-terms.ts'
import { insertTermsChange, updateTermsChange } from '../../features/fees/server/fee-terms.queries.ts'
import { storedTerms } from '../../features/fees/server/stored-terms.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'

type About = { client: Client; userIds: DemoUserIds; now: Date }

/** Terms of the client’s first fee schedule that were declined, and those to come, which two people set for the first period from the third
 * month on. Nothing for a client without one. */
export async function writeDemoFeeTerms(db: Kysely<DB>, { client, userIds, now }: About): Promise<void> {
  const [schedule] = client.feeSchedules
  const before = schedule?.versions.at(-1)
  if (!schedule || !before) return
  const today = dateOf(now, client.timeZone)
  // A quarter begins in one of three months.
  const from = [3, 4, 5]
    .map(months => monthStart(today, months))
    .find(day => faultOfTerms({ ...before, from: day }, before) === null)
  if (from === undefined) throw new Error(`no period of ${schedule.name} begins in three months`)
  const propose = async (terms: FeeTerms, { days, reason }: { days: number; reason: string }) => {
    const changeId = randomUUIDv7()
    await insertTermsChange(db, {
      ...{ change_id: changeId, schedule: schedule.name, starts_on: isoDate(terms.from), reason },
      ...{ terms: storedTerms(terms), before_terms: storedTerms(before) },
      ...{ requested_by: userIds.super2, requested_by_name: demoName('super2') },
      requested_at: new Date(now.getTime() - days * dayMs),
    })
    return changeId
  }
  const lower = before.tiers.map(tier => ({ ...tier, millionths: Math.round(tier.millionths * 0.9) }))
  const by = { decided_by: userIds.super, decided_by_name: demoName('super') }
  const declined = await propose(
    { ...before, from, tiers: lower, minimumPerYearMinor: 0n },
    { days: 24, reason: 'What the trustees asked for in September' },
  )
  await updateTermsChange(db, declined, {
    ...{ ...by, state: 'declined', decided_at: new Date(now.getTime() - 23 * dayMs) },
    decision_reason: 'The trustees keep the minimum. Propose it again with the old one.',
  })
  const made = await propose(
    { ...before, from, tiers: lower },
    { days: 20, reason: 'Resolution of the trustees: a tenth less, with the minimum of before' },
  )
  await updateTermsChange(db, made, {
    ...{ ...by, state: 'made', revision: 1, decided_at: new Date(now.getTime() - 19 * dayMs) },
  })
}
