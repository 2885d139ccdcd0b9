import { isIP } from 'node:net'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { sendingDayViolation } from '../../domain/announcement.ts'
import { entryViolation } from '../../server/enter-contribution.ts'
import type * as contract from '../announcements.contract.ts'
import { insertAnnouncement } from './announcements.queries.ts'
import { requirePossibleWay } from './contribution-accounts.ts'
import { mailContributionAnnounced } from './mail-contribution-announced.ts'

/** Announces a contribution. Throws `conflict` for an account that takes none, `validation` for the way or the day of sending. */
export async function announceContribution(
  { body }: HandlerInput<typeof contract.announceContribution>,
  context: ContextOf<typeof contract.announceContribution>,
): Promise<Reply<typeof contract.announceContribution>> {
  const { db, account, actor, book, client, clock, idempotencyKey, request, today } = context
  const announcement = body.data.attributes
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  requirePossibleWay(announcement.way, book)
  const refusedDay = sendingDayViolation(announcement.sendsOn, today)
  if (refusedDay !== null) throw fieldProblem('sendsOn', refusedDay)
  return await inTransaction(db, async trx => {
    const announced = await insertAnnouncement(trx, {
      accountId: account.accountId,
      announcement,
      currency: book.currency,
      by: {
        ...personOf(actor),
        sessionId: actor.sessionId,
        address: isIP(request.ip) ? request.ip : null,
      },
      at: clock.now(),
      idempotencyKey,
    })
    const { contributionId } = announced
    await addJob(trx, mailContributionAnnounced, {
      client: client.name,
      accountId: account.accountId,
      contributionId,
    })
    return announced
  })
}
