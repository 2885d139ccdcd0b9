import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { clientOfRealm } from '../../../clients/clients.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { countOf } from '../../../domain/count-of.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { type TaskContext, task } from '../../../server/jobs/task.ts'
import type { Letter } from '../../../server/mail/letter.ts'
import { writePersonMail } from '../../../server/mail/person-mail.ts'
import { listManagers } from './managers.ts'
import { titleOfRight } from './right-response.ts'
import {
  findLatestReview,
  type ReviewRow,
  rightsSuspendedAt,
  rightsToReview,
  type SuspendedRight,
} from './right-review.queries.ts'
import { staffSetsInForce } from './staff-sets.ts'

/** How long before the end of a review those who manage users are reminded of what is left. */
const reminderDays = 7
/** A mail about a review that closed earlier would say nothing new. */
const newsDays = 7

/**
 * Mails what happened in the latest review of rights to those who manage users: that it has begun, a week before its end what is left,
 * and what it suspended, which each person concerned reads too. It looks at the review each day, so a day that was missed is made up for.
 */
export const mailRightReview = task('mail-right-review', z.object({}), async (_payload, context) => {
  const { db, clock } = context
  const client = clientOfRealm('realm' in context.origin ? context.origin.realm : '')
  const now = clock.now()
  const review = await findLatestReview(db)
  if (!review) return
  if (review.closed_at === null) return await mailOpenReview(review, client, context, now)
  if (review.closed_at < new Date(now.getTime() - newsDays * dayMs)) return
  const suspended = await rightsSuspendedAt(db, review.closed_at)
  if (suspended.length > 0)
    await mailSuspended({ ...review, closed_at: review.closed_at }, suspended, client, context)
})

async function mailOpenReview(
  review: ReviewRow,
  client: Client,
  context: TaskContext,
  now: Date,
): Promise<void> {
  const { length: left } = await rightsToReview(context.db)
  if (left === 0) return
  const endsSoon = review.closes_at.getTime() - now.getTime() <= reminderDays * dayMs
  const rights = countOf(left, 'right', client.locale)
  const closes = formatInstant(review.closes_at, client)
  await mailManagers(context, client, `${review.quarter}:${endsSoon ? 'ends' : 'begins'}`, {
    subject: endsSoon
      ? `Review of rights, ${review.quarter}: ${rights} left`
      : `Review of rights, ${review.quarter}`,
    name: null,
    blocks: [
      endsSoon
        ? `The review of rights for ${review.quarter} ends in a week or less. ${rights} still ${left === 1 ? 'has' : 'have'} to be signed off.`
        : `The review of rights for ${review.quarter} has begun. ${rights} ${left === 1 ? 'has' : 'have'} to be signed off.`,
      `A right that no one signs off before ${closes} is suspended then. No one signs off their own rights.`,
      { ...usersScreen(context, client), purpose: 'to sign rights off' },
    ],
  })
}

async function mailSuspended(
  { quarter, closed_at: closedAt }: ReviewRow & { closed_at: Date },
  suspended: readonly SuspendedRight[],
  client: Client,
  context: TaskContext,
): Promise<void> {
  const closed = formatInstant(closedAt, client)
  const sets = await staffSetsInForce(context.db, client)
  await mailManagers(context, client, `${quarter}:closed`, {
    subject: `Review of rights, ${quarter}: ${countOf(suspended.length, 'right', client.locale)} suspended`,
    name: null,
    blocks: [
      `The review of rights for ${quarter} ended on ${closed}. No one had signed these rights off, so they are suspended:`,
      { lines: suspended.map(right => `${right.person_name}: ${titleOfRight(right, sets)}`) },
      { ...usersScreen(context, client), purpose: 'to put back what is still needed' },
    ],
  })
  await context.db.transaction().execute(async trx => {
    for (const right of suspended)
      await writePersonMail(trx, context.secret, {
        ...{ client, kind: 'right-review', cause: `right-review:${quarter}:${right.right_id}` },
        to: right.email,
        letter: {
          subject: 'One of your rights is suspended',
          name: right.person_name,
          blocks: [
            `Your right “${titleOfRight(right, sets)}” is suspended since ${closed}, because no one confirmed in the review for ${quarter} that you still need it.`,
            'If you need it, ask a colleague who manages users to put it back.',
          ],
        },
      })
  })
}

const usersScreen = ({ originPattern }: TaskContext, client: Client) => ({
  address: `${originOfClient(originPattern, client)}${screenAddress('/super-user-dashboard/users')}`,
})

/** One mail for each of those who manage users, once for each event. */
async function mailManagers(
  { db, secret, clock }: TaskContext,
  client: Client,
  event: string,
  letter: Letter,
): Promise<void> {
  const managers = await listManagers(db, clock.now())
  await db.transaction().execute(async trx => {
    for (const { userId, email } of managers)
      await writePersonMail(trx, secret, {
        ...{ client, kind: 'right-review', cause: `right-review:${event}:${userId}`, to: email, letter },
      })
  })
}
