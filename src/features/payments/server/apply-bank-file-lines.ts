import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { task } from '../../../server/jobs/task.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'
import { mailGrantSteps } from '../../grants/server/mail-grant-step.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
import { lockGrants } from '../../grants/server/transition-grants.queries.ts'
import type { GrantTransition } from '../../grants/server/transition-rule.ts'
import {
  findBankFileAuthor,
  finishLine,
  type LineToDo,
  listLinesToDo,
  listStepsOfFile,
} from './bank-files.queries.ts'
import { findGrantStatus } from './facts.queries.ts'
import { lockPayment, updatePayment } from './payments.queries.ts'

const batchSize = 100

/**
 * Clears, returns and puts back the payments of a bank file, each in one transaction with the mark on its line: an interrupted job continues where
 * it stopped, and no line is applied twice. A line that can no longer be applied stores the reason.
 */
export const applyBankFileLines = task(
  'apply-bank-file',
  z.object({ client: z.string(), bankFileId: z.uuid() }),
  async ({ client: name, bankFileId }, { db, signal, client: clientOf }) => {
    const client = clientOf(name)
    const author = await findBankFileAuthor(db, bankFileId)
    if (!author) return
    for (;;) {
      const batch = await listLinesToDo(db, bankFileId, batchSize)
      if (batch.length === 0) break
      for (const line of batch) {
        if (signal.aborted)
          throw new Error('the server is stopping: the rest of the file is applied after the next start')
        await applyLine(db, bankFileId, line, { client, author })
      }
    }
    // One mail for all grants of a fund; a job that is run again finds those that were written.
    await mailGrantSteps(db, client, await listStepsOfFile(db, bankFileId, author.applied_at))
  },
)

type About = {
  client: Client
  author: NonNullable<Awaited<ReturnType<typeof findBankFileAuthor>>>
}

async function applyLine(db: Kysely<DB>, bankFileId: string, line: LineToDo, about: About): Promise<void> {
  try {
    await db.transaction().execute(async trx => {
      if (await finishLine(trx, bankFileId, line.line, { done_at: about.author.applied_at, failure: null }))
        await applyEffect(trx, line, about)
    })
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure
    const [ofField] = Object.values(failure.errors ?? {}).flat()
    const sentence = (failure.detail ?? ofField ?? failure.message).slice(0, 300)
    await db.transaction().execute(async trx => {
      await finishLine(trx, bankFileId, line.line, { done_at: null, failure: sentence })
    })
  }
}

async function applyEffect(trx: Kysely<DB>, line: LineToDo, about: About): Promise<void> {
  switch (line.effect) {
    case 'cleared':
      return await step(trx, line, { transition: 'clear' }, about)
    case 'returned':
      return await step(
        trx,
        line,
        {
          transition: 'return',
          message: line.message,
          bankReturn: {
            reference: line.bank_reference,
            on: line.booked_on ?? dateOf(about.author.applied_at, about.client.timeZone),
            isAnother: line.is_another,
            remainingMinor: null,
          },
          ...(line.amount_minor === null ? {} : { returnedMinor: line.amount_minor }),
        },
        about,
      )
    case 'rejected':
      return await putBack(trx, line, about)
    case 'change':
      return
  }
}

/**
 * The bank refused the payment: its grant is approved again, as before its run. What was recorded as paid is reversed; a grant that was not
 * recorded yet leaves its run. Nothing is credited to the donor, and no donor is written to.
 */
async function putBack(trx: Kysely<DB>, line: LineToDo, about: About): Promise<void> {
  const payment = await lockPayment(trx, line.payment_id)
  if (!payment) throw new Problem('conflict', { detail: 'The payment is no longer in its run.' })
  await lockGrants(trx, [line.grant_id])
  const wasPaid = (await findGrantStatus(trx, line.grant_id)) !== statusCodes.scheduled
  await step(trx, line, { transition: wasPaid ? 'reject-payment' : 'unschedule' }, about)
  await updatePayment(trx, line.payment_id, {
    rejected_at: about.author.applied_at,
    rejected_reason: line.detail,
    was_paid: wasPaid,
  })
}

type Step = Pick<GrantTransition, 'transition' | 'message' | 'returnedMinor' | 'bankReturn'>

async function step(trx: Kysely<DB>, line: LineToDo, taken: Step, { client, author }: About): Promise<void> {
  const { applied_by: userId, applied_by_name: name, applied_at: at, file_name: fileName } = author
  const entered = author.requested_by_name === null ? '' : ` Entered by ${author.requested_by_name}.`
  await transitionGrant(
    trx,
    line.account_id,
    {
      grantId: line.grant_id,
      actor: { userId, name, side: 'sponsor' },
      reason: `${`${fileName}: ${line.detail}`.slice(0, 1000 - entered.length)}${entered}`,
      ...taken,
    },
    {
      client,
      book: client.book,
      today: dateOf(at, client.timeZone),
      now: at,
      requireVerification: () => {},
      isMailedLater: true,
    },
  )
}
