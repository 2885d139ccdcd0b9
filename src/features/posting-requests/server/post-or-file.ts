import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { dayMs } from '../../../domain/durations.ts'
import { reachesThreshold } from '../../../domain/reaches-threshold.ts'
import { type Actor, personOf } from '../../../server/auth/actor.ts'
import { requireStepUp } from '../../../server/auth/step-up.ts'
import { inSavepoint, inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { type CountedKind, type PostingKind, waitsForSecondPerson } from '../domain/posting-kinds.ts'
import {
  findOpenRequest,
  insertPostingCommand,
  insertRequest,
  lockPoster,
  sumPostedSince,
} from './posting-requests.queries.ts'

type Context = BaseContext & { actor: Actor }

/** The period over which a person's commands are added up. */
const periodMs = dayMs

export type PostedCommand<Kind extends PostingKind = CountedKind> = {
  kind: Kind
  /** The grant, the contribution or the bank file. */
  subjectId: string
  /** Null for a bank file, which is about many accounts. */
  accountId: string | null
  amountMinor: bigint
  /** The command's attributes as JSON, which the confirmation decodes. */
  input: object
  reason: string | null
  /** Whether it takes two people whatever its amount. */
  takesTwo?: boolean
}

/**
 * Carries out a command that posts money, or files it for a second person where it and the person's commands of the last 24 hours reach
 * the client's threshold for dual control, or where it says so itself. Throws `step-up-needed` from the client's step-up threshold on, after what `carryOut` throws;
 * a filed command was tried too, so that nobody is asked to confirm what is refused. Throws `conflict` where a command about the same
 * grant, contribution or file waits already. A bank file that moves no money counts nothing. Returns what became of the command.
 */
export async function postOrFile(
  context: Context,
  command: PostedCommand,
  carryOut: (trx: Kysely<DB>) => Promise<void>,
): Promise<'posted' | 'filed'> {
  const { db, actor, clock } = context
  return await inTransaction(db, async trx => {
    const at = clock.now()
    // Before any row is locked, so that two commands of one person cannot wait for each other.
    await lockPoster(trx, actor.userId)
    await requireNoneWaiting(trx, command.subjectId)
    if (command.amountMinor === 0n) {
      await carryOut(trx)
      return 'posted'
    }
    const reaches = await sumsOf(trx, command.amountMinor, context)
    const takesTwo = command.takesTwo === true || reaches('dualControlFromMinor')
    await (takesTwo ? tryOut(trx, carryOut) : carryOut(trx))
    if (reaches('stepUpFromMinor')) requireStepUp(context)
    await insertPostingCommand(trx, {
      user_id: actor.userId,
      kind: command.kind,
      amount_minor: command.amountMinor,
      at,
    })
    if (!takesTwo) return 'posted'
    await fileRequest(trx, command, context)
    return 'filed'
  })
}

/**
 * Whether the amount and what the person posted or filed in the last 24 hours reach a threshold, in all of the client's books. The other
 * book is read while the person is locked, by the connection that short reads share, so that two books cannot wait for each other's pools.
 */
async function sumsOf(
  trx: Kysely<DB>,
  amountMinor: bigint,
  { actor, client, otherBook, clock }: Context,
): Promise<(threshold: 'dualControlFromMinor' | 'stepUpFromMinor') => boolean> {
  const since = new Date(clock.now().getTime() - periodMs)
  const sumIn = async (db: Kysely<DB>) => (await sumPostedSince(db, actor.userId, since))[0]?.sum_minor ?? 0n
  const ownMinor = amountMinor + (await sumIn(trx))
  const otherMinor = otherBook === null ? 0n : await sumIn(otherBook.db)
  return threshold =>
    reachesThreshold(
      { amountMinor: ownMinor, thresholdMinor: client[threshold] },
      otherBook && { amountMinor: otherMinor, thresholdMinor: otherBook[threshold] },
    )
}

/** Stores a command for a second person. Throws `conflict` where one about the same subject waits already. */
export async function fileRequest(
  trx: Kysely<DB>,
  { kind, subjectId, accountId, amountMinor, input, reason }: PostedCommand<PostingKind>,
  { actor, clock }: Context,
): Promise<void> {
  const { userId, name } = personOf(actor)
  try {
    await insertRequest(trx, {
      request_id: randomUUIDv7(),
      kind,
      subject_id: subjectId,
      account_id: accountId,
      amount_minor: amountMinor,
      input: JSON.stringify(input),
      reason,
      requested_by: userId,
      requested_by_name: name,
      requested_at: clock.now(),
    })
  } catch (error) {
    if (violates(error, 'one_open_posting_request') || violates(error, 'one_open_decision_of_credit'))
      throw new Problem('conflict', { detail: waitsForSecondPerson })
    throw error
  }
}

export async function requireNoneWaiting(trx: Kysely<DB>, subjectId: string): Promise<void> {
  if (await findOpenRequest(trx, subjectId)) throw new Problem('conflict', { detail: waitsForSecondPerson })
}

class TriedOut extends Error {}

/** Runs `work` and undoes it; throws what it throws. */
export async function tryOut(trx: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<void>): Promise<void> {
  try {
    await inSavepoint(trx, async () => {
      await work(trx)
      throw new TriedOut()
    })
  } catch (error) {
    if (!(error instanceof TriedOut)) throw error
  }
}
