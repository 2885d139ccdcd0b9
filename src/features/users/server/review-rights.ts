import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfRealm } from '../../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'
import { accessTask } from '../../../server/jobs/task.ts'
import { beforeAndAfter } from './describe-rights.ts'
import { Refused } from './operator.ts'
import { requireOtherManager } from './remove-right.ts'
import { closeReview, findLatestReview, insertReview, rightsToReview } from './right-review.queries.ts'
import { lockRight, openRightsOf, setSuspended } from './rights.queries.ts'
import { lockStaff } from './staff.queries.ts'

/** How long people have to sign rights off. */
const reviewDays = 30

/** `2026-Q4` */
export const quarterOf = (day: IsoDate): string =>
  `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1}`

/** Opens the review of each quarter, and suspends what nobody signed off in time. */
export const reviewRights = accessTask(
  'review-rights',
  z.object({}),
  async (_payload, { accessDb, origin, clock }) => {
    const client = clientOfRealm('realm' in origin ? origin.realm : '')
    const now = clock.now()
    await closeDueReview(accessDb, now)
    await openReview(accessDb, quarterOf(dateOf(now, client.timeZone)), now)
  },
)

/** Opens the review of a quarter once, and not while another is open. */
export async function openReview(accessDb: Kysely<DB>, quarter: string, now: Date): Promise<void> {
  await accessDb.transaction().execute(async trx => {
    await lockStaff(trx)
    const latest = await findLatestReview(trx)
    if (latest && latest.closed_at === null) return
    await insertReview(trx, {
      quarter,
      openedAt: now,
      closesAt: new Date(now.getTime() + reviewDays * dayMs),
    })
  })
}

/** Suspends the rights that nobody signed off until the review's end, but never the last one that manages users. */
export async function closeDueReview(accessDb: Kysely<DB>, now: Date): Promise<void> {
  await accessDb.transaction().execute(async trx => {
    await lockStaff(trx)
    const review = await findLatestReview(trx)
    if (!review || review.closed_at !== null || review.closes_at > now) return
    let suspended = 0
    for (const { right_id: rightId } of await rightsToReview(trx))
      if (await suspendRight(trx, rightId, review.quarter, now)) suspended += 1
    await closeReview(trx, review.quarter, { at: now, suspended })
  })
}

/** Returns false for the last right that manages users, which stays. */
async function suspendRight(trx: Kysely<DB>, rightId: string, quarter: string, now: Date): Promise<boolean> {
  const right = await lockRight(trx, rightId)
  if (!right) return false
  try {
    await requireOtherManager(trx, right, now)
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
  const before = (await openRightsOf(trx, right.user_id)).filter(({ state }) => state === 'active')
  await setSuspended(trx, rightId, { by: null, at: now })
  await recordAuditEvent(trx, {
    kind: 'right-suspended',
    userId: right.user_id,
    at: now,
    address: '',
    detail: {
      ...{ right: rightId, quarter, by: 'the quarterly review' },
      ...beforeAndAfter(
        before,
        before.filter(each => each.right_id !== rightId),
      ),
    },
  })
  return true
}
