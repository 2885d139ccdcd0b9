import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clients } from '../../../clients/clients.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { task } from '../../../server/jobs/task.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
import { findBankFileAuthor, finishLine, type LineToDo, listLinesToDo } from './bank-files.queries.ts'

const batchSize = 100

/**
 * Clears and returns the payments of a bank file, each in one transaction with the mark on its line: an interrupted job continues where
 * it stopped, and no line is applied twice. A line that can no longer be applied stores the reason.
 */
export const applyBankFileLines = task(
  'apply-bank-file',
  z.object({ client: z.string(), bankFileId: z.uuid() }),
  async ({ client: name, bankFileId }, { db, signal }) => {
    const client = clients[name]
    const author = await findBankFileAuthor(db, bankFileId)
    if (!client || !author) return
    for (;;) {
      const batch = await listLinesToDo(db, bankFileId, batchSize)
      if (batch.length === 0) return
      for (const line of batch) {
        if (signal.aborted)
          throw new Error('the server is stopping: the rest of the file is applied after the next start')
        await applyLine(db, bankFileId, line, { client, author })
      }
    }
  },
)

type About = {
  client: NonNullable<(typeof clients)[string]>
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
    const sentence = (failure.detail ?? failure.message).slice(0, 300)
    await db.transaction().execute(async trx => {
      await finishLine(trx, bankFileId, line.line, { done_at: null, failure: sentence })
    })
  }
}

async function applyEffect(trx: Kysely<DB>, line: LineToDo, { client, author }: About): Promise<void> {
  const { applied_by: userId, applied_by_name: name, applied_at: at, file_name: fileName } = author
  const isReturn = line.effect === 'returned'
  await transitionGrant(
    trx,
    line.account_id,
    {
      grantId: line.grant_id,
      transition: isReturn ? 'return' : 'clear',
      actor: { userId, name, side: 'sponsor' },
      reason: `${fileName}: ${line.detail}`.slice(0, 1000),
      message: isReturn ? returnMessage : null,
      ...(isReturn && line.amount_minor !== null ? { returnedMinor: line.amount_minor } : {}),
      ...(isReturn
        ? {
            bankReturn: {
              reference: null,
              on: dateOf(at, client.timeZone),
              isAnother: true,
              remainingMinor: null,
            },
          }
        : {}),
    },
    { client, book: client.book, today: dateOf(at, client.timeZone), now: at, requireVerification: () => {} },
  )
}

/** The text for donors. Only staff see the bank's reason, which may be about the charity's account. */
const returnMessage = 'The bank returned the payment. We are asking the charity for new bank details.'
