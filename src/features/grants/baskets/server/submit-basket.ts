import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { recordCommand } from '../../../../server/audit/record-command.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { findCharityStatuses, requireSelectable } from '../../../charities/server/charity-status.ts'
import type { WithAdvice } from '../../domain/advice.ts'
import { overAvailableBalance } from '../../domain/grant-rules.ts'
import { advisedActor } from '../../server/advice.ts'
import { checkRecommendation, type RecommendSettings } from '../../server/recommend-grant.ts'
import { requireActiveFund } from '../../server/require-active-fund.ts'
import { booksOf, reachesStepUp, stepUpPeriod, withRecommenderLock } from '../../server/step-up-sum.ts'
import { storeGrants } from '../../server/store-grant.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { versionOf } from './draft-content.ts'
import {
  deleteRowsOf,
  findBasket,
  listRowsOf,
  lockDrafts,
  setProgress,
  updateBasket,
} from './drafts.queries.ts'
import { mailBasket } from './mail-basket.ts'

type Submission = WithAdvice & {
  basketId: string
  /** Identifies the rows that the person saw. */
  version: string
  certified: boolean
  idempotencyKey: string
}

type Submitted = { basketId: string; grants: number; totalMinor: bigint }

/** After each of these parts the progress is written. */
const rowsAtOnce = 100

/**
 * Recommends all grants of a basket in one transaction, or none. The basket itself makes a repeat harmless: once it was
 * submitted, the same key and body get the same reply, and anything else is a conflict. Throws `validation` where a row has an error, an
 * unanswered warning or the certification is missing; `conflict` where the rows are not those that the person saw; `step-up-needed` by
 * the sum; `access-denied` where the fund is not active; `not-found`.
 */
export async function submitBasket(
  db: Kysely<DB>,
  accountId: string,
  submission: Submission,
  request: RecommendSettings,
): Promise<Submitted> {
  const actor = await advisedActor(db, accountId, submission, request)
  const settings = { ...request, actor }
  try {
    return await withRecommenderLock(
      booksOf(db, settings),
      actor,
      accountId,
      async ({ trx, books, fundStatus }) => {
        await lockDrafts(trx, accountId)
        const basket = await findBasket(trx, accountId, submission.basketId)
        if (!basket) throw new Problem('not-found')
        if (basket.state !== 'open') return earlierReply(basket, submission)
        requireActiveFund(fundStatus, actor)
        const rows = await requireReady(trx, accountId, submission, settings)
        const totalMinor = rows.reduce((sum, { content }) => sum + (content.amountMinor ?? 0n), 0n)
        if (await reachesStepUp(books, stepUpPeriod(actor, settings.now), totalMinor))
          settings.requireVerification()
        await storeRows({ db, trx }, accountId, submission, rows, settings)
        const { basketId } = submission
        await finish(trx, { basketId, grants: rows.length, totalMinor }, submission, settings)
        await recordCommand(trx, 'grants-recommended', settings.source, {
          ...{ account: accountId, basket: basketId, grants: rows.length, amountMinor: totalMinor },
        })
        return { basketId, grants: rows.length, totalMinor }
      },
    )
  } catch (error) {
    if (violates(error, 'available_balance_not_negative')) throw fieldProblem('total', overAvailableBalance)
    throw error
  }
}

type BasketRow = NonNullable<Awaited<ReturnType<typeof findBasket>>>

/** The fingerprint of a submission's key and body. */
function digestOf({ version, certified, advice }: Submission): Buffer {
  const followed = advice ? ` ${advice.advisedBy} ${advice.adviceChannel} ${advice.advisedOn}` : ''
  return hash('sha256', `${version} ${certified}${followed}`, 'buffer')
}

function earlierReply(basket: BasketRow, submission: Submission): Submitted {
  const { idempotency_key, request_sha256, grants, total_minor } = basket
  const isSame =
    idempotency_key === submission.idempotencyKey && request_sha256?.equals(digestOf(submission)) === true
  if (!isSame || grants === null || total_minor === null)
    throw new Problem('conflict', {
      detail:
        basket.state === 'discarded' ? 'This basket was discarded.' : 'This basket was already submitted.',
    })
  return { basketId: basket.basket_id, grants, totalMinor: total_minor }
}

/** The rows, if they are those that the person saw and have no errors or unanswered warnings. */
async function requireReady(
  trx: Kysely<DB>,
  accountId: string,
  { basketId, version, certified }: Submission,
  settings: RecommendSettings,
): Promise<CheckedRow[]> {
  const drafts = await listRowsOf(trx, basketId)
  if (versionOf(drafts) !== version)
    throw new Problem('conflict', {
      detail: 'These grants have changed since you opened them. Please check them again.',
    })
  if (drafts.length === 0) throw fieldProblem('rows', 'There are no grants to submit')
  if (!certified) throw fieldProblem('certified', 'Certify the grants')
  const rows = await checkRows(trx, accountId, drafts, settings)
  const wrong = rows.find(({ errors }) => errors.length > 0)
  if (wrong) throw fieldProblem('rows', `Row ${wrong.draft.position}: ${wrong.errors[0]?.message}`)
  const open = rows.find(({ warnings }) => warnings.some(({ isAccepted }) => !isAccepted))
  if (open)
    throw fieldProblem(
      'rows',
      `Row ${open.draft.position}: ${open.warnings.find(({ isAccepted }) => !isAccepted)?.message}`,
    )
  return rows
}

async function storeRows(
  { db, trx }: { db: Kysely<DB>; trx: Kysely<DB> },
  accountId: string,
  { basketId }: Submission,
  rows: readonly CheckedRow[],
  settings: RecommendSettings,
): Promise<void> {
  const { client, book, now } = settings
  const charityIds = [...new Set(rows.map(({ content }) => content.charityId ?? ''))]
  const statuses = await findCharityStatuses(trx, charityIds, now)
  const progress = progressWriter(db, basketId)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    const grants = some.map(({ draft, content }) => {
      const charityId = content.charityId ?? ''
      const charity = requireSelectable(statuses.get(charityId), client)
      const checked = checkRecommendation(
        {
          ...content,
          charityId,
          amountMinor: content.amountMinor ?? 0n,
          certified: true,
          // A draft becomes one grant, regardless of how it is submitted.
          idempotencyKey: draft.draft_id,
        },
        client,
        book,
      )
      return { checked, charity }
    })
    await storeGrants(trx, accountId, grants, { ...settings, from: { kind: 'basket', basketId } })
    if (from + rowsAtOnce < rows.length) progress.write(from + rowsAtOnce)
  }
}

/**
 * Writes the progress outside of the transaction, so that others can read it. The submission holds a connection of the pool and must not
 * wait for a second one: where many baskets are submitted at once, each would wait for another.
 */
function progressWriter(db: Kysely<DB>, basketId: string) {
  let isWriting = false
  return {
    write: (progress: number): void => {
      if (isWriting) return
      isWriting = true
      // Whether it succeeds is of no consequence.
      setProgress(db, basketId, progress)
        .catch(() => undefined)
        .finally(() => {
          isWriting = false
        })
    },
  }
}

async function finish(
  trx: Kysely<DB>,
  { basketId, grants, totalMinor }: Submitted,
  submission: Submission,
  { client, actor, now }: RecommendSettings,
): Promise<void> {
  await deleteRowsOf(trx, basketId)
  await updateBasket(trx, basketId, {
    state: 'submitted',
    progress: grants,
    idempotency_key: submission.idempotencyKey,
    request_sha256: digestOf(submission),
    submitted_by: actor.userId,
    submitted_by_name: actor.name,
    submitted_at: now,
    grants,
    total_minor: totalMinor,
  })
  await addJob(trx, mailBasket, { client: client.name, basketId })
}
