import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import type { Clock } from '../../../domain/clock.ts'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { insertCommandEvent } from '../../../server/audit/record-command.queries.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import {
  type ChangeKind,
  changeKindNames,
  changeKinds,
  type RegisterFacts,
} from '../../charities/domain/register-change.ts'
import { type Evidence, findCharityStatus } from '../../charities/server/charity-status.ts'
import { approvedStatuses, statusCodes, undecidedStatuses } from '../../grants/domain/grant-status.ts'
import { decidedCharityViolation } from '../../grants/server/charity-violation.ts'
import type { ImportActor } from '../../grants/server/record-history-entry.ts'
import { returnToReview } from '../../grants/server/return-to-review.ts'
import { takeOutOfOpenRun } from '../../payments/server/take-out-of-open-run.ts'
import {
  finishComparison,
  type LockedItem,
  listGrantsToLookAt,
  listImportsToCompare,
  lockGrantToLookAt,
  setEffect,
  storeComparison,
} from './comparison.queries.ts'
import { mailRegisterChanges } from './mail-register-changes.ts'

const stopping = changeKindNames.filter(kind => changeKinds[kind].stops)

/**
 * Compares each book of the realm with the imports since the last time: stores what relies on a charity that an import changed, returns
 * approved grants to review whose approval no longer holds, and tells people. It continues where it was interrupted.
 */
export const compareRegisters = realmTask(
  'compare-registers',
  z.object({}),
  async (_payload, { books, clock, signal }) => {
    const failures: unknown[] = []
    for (const { name, db } of books) failures.push(...(await compareBook(db, { book: name, clock, signal })))
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
  },
  { slots: 'long' },
)

type Settings = { client: Client; clock: Clock; signal: AbortSignal }

/** Returns why grants could not be looked at; they are looked at again. */
export async function compareBook(
  db: Kysely<DB>,
  { book, clock, signal }: { book: string; clock: Clock; signal: AbortSignal },
): Promise<unknown[]> {
  const client = clientOfBook(book)
  const settings = { client, clock, signal }
  const registers = client.charityRegisters
  const failures = await lookAt(db, await listGrantsToLookAt(db, 'to-return', sliceSize), settings)
  for (const importId of await listImportsToCompare(db, registers)) {
    if (signal.aborted) return failures
    await inTransaction(db, trx => storeComparison(trx, importId, { registers, stopping, now: clock.now() }))
    for (let found = sliceSize; found === sliceSize && !signal.aborted; ) {
      const grants = await listGrantsToLookAt(db, { importId }, sliceSize)
      failures.push(...(await lookAt(db, grants, settings)))
      found = grants.length
    }
    if (!signal.aborted) await finish(db, importId, settings)
  }
  return failures
}

const sliceSize = 200

async function finish(db: Kysely<DB>, importId: bigint, { client, clock }: Settings): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async trx => {
    const counts = await finishComparison(trx, importId, at)
    if (counts === undefined || counts.charities === 0) return
    await addJob(trx, mailRegisterChanges, { client: client.name, importId: String(importId) })
    const { charities, items, returned } = counts
    await insertCommandEvent(trx, {
      ...{ kind: 'grants-compared-with-register', userId: null, sessionId: null, address: null, at },
      detail: JSON.stringify({
        ...{ import: String(importId), charities: String(charities) },
        ...{ concerned: String(items), returned: String(returned) },
      }),
    })
  })
}

type Found = { change_id: string; object_id: string; account_id: string }

/** Looks at each grant in a transaction of its own, so that one that fails stops no other. */
async function lookAt(db: Kysely<DB>, grants: readonly Found[], settings: Settings): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const { change_id: changeId, object_id: grantId, account_id: accountId } of grants) {
    if (settings.signal.aborted) break
    const item = { changeId, grantId, accountId }
    try {
      await inTransaction(db, trx => lookAtGrant(trx, item, settings))
    } catch (error) {
      failures.push(error)
      await inTransaction(db, trx => setEffect(trx, item, 'to-return'))
    }
  }
  return failures
}

type Item = { changeId: string; grantId: string; accountId: string }

async function lookAtGrant(trx: Kysely<DB>, item: Item, { client, clock }: Settings): Promise<void> {
  const locked = await lockGrantToLookAt(trx, item)
  if (!locked) return
  if (!approvedStatuses.some(status => status === locked.transaction_status_code))
    return await setEffect(
      trx,
      item,
      undecidedStatuses.some(status => status === locked.transaction_status_code) ? 'in-review' : 'unchanged',
    )
  const now = clock.now()
  const violation = decidedCharityViolation(
    await findCharityStatus(trx, locked.charity_id, now),
    // Approvals store this evidence (approval-evidence.ts).
    locked.approval as Evidence | null,
  )
  if (violation === null) return await setEffect(trx, item, 'unchanged')
  const actor: ImportActor = {
    userId: null,
    importId: locked.import_id,
    name: 'Register import',
    side: 'sponsor',
  }
  const reason = reasonOf(locked, violation, client)
  if (locked.transaction_status_code === statusCodes.scheduled) {
    const about = { actor, reason, at: now, locale: client.locale }
    if (!(await takeOutOfOpenRun(trx, item.grantId, about))) return await setEffect(trx, item, 'to-return')
  }
  const isReturned = await returnToReview(
    trx,
    item.accountId,
    { grantId: item.grantId, actor, reason, evidence: evidenceOf(item.changeId, locked) },
    { today: dateOf(now, client.timeZone), now },
  )
  await setEffect(trx, item, isReturned ? 'returned' : 'to-return')
  if (isReturned)
    await insertCommandEvent(trx, {
      ...{ kind: 'grant-reopened', userId: null, sessionId: null, address: null, at: now },
      detail: JSON.stringify({
        grantId: item.grantId,
        import: String(locked.import_id),
        change: item.changeId,
      }),
    })
}

/** What staff read about the step. */
function reasonOf({ file_date: fileDate, kinds }: LockedItem, violation: string, { locale }: Client): string {
  const labels = kindsIn(kinds).map(kind => changeKinds[kind].label.toLowerCase())
  return `The register’s file of ${formatDate(fileDate, locale)}: ${labels.join(', ')}. ${violation}`
}

const kindsIn = (kinds: readonly string[]): ChangeKind[] =>
  changeKindNames.filter(kind => kinds.includes(kind))

const evidenceOf = (
  changeId: string,
  { file_name: fileName, file_date: fileDate, kinds, before, after }: LockedItem,
) => ({
  registerChange: {
    ...{ changeId, fileName, fileDate, kinds: kindsIn(kinds) },
    before: factsOf(before),
    after: factsOf(after),
  },
})

// register_change_facts writes objects of this type.
const factsOf = (facts: unknown) => facts as RegisterFacts
