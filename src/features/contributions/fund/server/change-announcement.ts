import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { sendingDayViolation } from '../../domain/announcement.ts'
import { entryViolation } from '../../server/enter-contribution.ts'
import type * as contract from '../announcements.contract.ts'
import { changeViolation } from './announcement-rules.ts'
import { findAnnounced, updateAnnouncement } from './announcements.queries.ts'
import { requirePossibleWay } from './contribution-accounts.ts'
import { mailContributionChanged } from './mail-contribution-changed.ts'

/**
 * Changes what was announced. Throws `not-found` for a contribution of another fund, `conflict` once it has arrived or its document is
 * prepared, or where somebody else has changed it meanwhile, and `validation` for the way or the day of sending.
 */
export async function changeAnnouncement(
  { params: { contributionId }, body }: HandlerInput<typeof contract.changeAnnouncement>,
  { db, account, actor, book, client, today }: ContextOf<typeof contract.changeAnnouncement>,
): Promise<Reply<typeof contract.changeAnnouncement>> {
  const { announcement, revision } = body.data.attributes
  return await inTransaction(db, async trx => {
    const announced = await findAnnounced(trx, contributionId, { isLocked: true })
    if (announced?.account_id !== account.accountId) throw new Problem('not-found')
    const violation = entryViolation(account) ?? changeViolation(announced)
    if (violation !== null) throw new Problem('conflict', { detail: localEnglish(violation, client.locale) })
    if (announced.revision !== revision)
      throw new Problem('conflict', {
        detail: 'Somebody else changed this contribution meanwhile. Reload the page to see it.',
      })
    requirePossibleWay(announcement.way, book)
    const refusedDay = sendingDayViolation(announcement.sendsOn, today)
    if (refusedDay !== null) throw fieldProblem('sendsOn', refusedDay)
    await updateAnnouncement(trx, contributionId, { announcement, revision: revision + 1 })
    await addJob(trx, mailContributionChanged, {
      ...{ client: client.name, accountId: account.accountId, contributionId },
      ...{ revision: revision + 1, by: personOf(actor) },
    })
    return { contributionId, transactionId: Number(announced.transaction_id) }
  })
}
