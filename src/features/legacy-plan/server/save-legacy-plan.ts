import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { sideOf } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import { requireNoOtherEdit } from '../../../server/changes/require-no-other-edit.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRow, setPlanType } from '../../accounts/server/account-row.queries.ts'
import {
  type CharityStatus,
  findCharityStatuses,
  requireSelectable,
} from '../../charities/server/charity-status.ts'
import { documentReader, mayRead } from '../../documents/server/document-reader.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import { insertParties, updateParties } from '../../people/server/parties.queries.ts'
import { isWholeOrNone, planTypeOf, totalOf, totalSentence } from '../domain/legacy-plan.ts'
import type { ShareToSave } from '../domain/share-to-save.ts'
import type * as contract from '../legacy-plan.contract.ts'
import { followPlan } from './follow-plan.ts'
import { getLegacyPlan } from './get-legacy-plan.ts'
import { insertVersion, type NewVersion, readPlanVersions, type ShareRow } from './legacy-plan.queries.ts'
import { mailLegacyPlan } from './mail-legacy-plan.ts'
import { requireShown, violationOf, wordsOf } from './show-plan.ts'

type Context = ContextOf<typeof contract.saveLegacyPlan>

/**
 * Saves a version of the plan (§2.9); the account's successors are updated, and every donor is notified. Throws `validation` by field,
 * `access-denied` with §5's sentence where the plan cannot be saved, `conflict` with the other edit if someone else saved it
 * after the caller loaded it. The same plan again is stored once.
 */
export async function saveLegacyPlan(
  { body }: HandlerInput<typeof contract.saveLegacyPlan>,
  context: Context,
): Promise<Reply<typeof contract.saveLegacyPlan>> {
  requireShown(context)
  const { db, account, actor, client, clock, today } = context
  const { shares, revision: editedRevision, instructionId } = body.data.attributes
  if (!isWholeOrNone(totalOf(shares))) throw fieldProblem('totalAllocation', totalSentence)
  await db.transaction().execute(async trx => {
    const stored = await lockAccountRow(trx, account.accountId)
    if (!stored) throw new Problem('not-found')
    const [current] = await readPlanVersions(trx, account.accountId, 1)
    const before = current?.shares ?? []
    const prepared = await prepareShares(trx, shares, before, context)
    // Also where the plan has been closed to edits since: the caller may not have received the first reply.
    if (isSamePlan(prepared, before)) return
    const violation = violationOf(stored, context)
    if (violation !== null) throw new Problem('access-denied', { detail: violation })
    const instruction = sideOf(actor) === 'sponsor' ? await requireInstruction(instructionId, context) : null
    const row = { subject: 'account', subjectId: account.accountId } as const
    await requireNoOtherEdit(
      trx,
      { ...row, editedRevision, storedRevision: stored.revision, fields: ['legacyPlan'] },
      { actor, sponsor: client.displayName },
    )
    const author = changeAuthor(context)
    const at = clock.now()
    const after = await withParties(trx, prepared)
    const version = (current?.version ?? 0) + 1
    const revision = stored.revision + 1
    await insertVersion(trx, {
      accountId: account.accountId,
      version,
      instructionId: instruction,
      savedBy: { userId: author.userId, name: author.name, side: author.side },
      savedAt: at,
      shares: after,
    })
    await followPlan(trx, account.accountId, { shares: after, today, now: at })
    await setPlanType(trx, account.accountId, { type: planTypeOf(after), revision })
    await recordChange(trx, {
      ...row,
      accountId: account.accountId,
      kind: 'legacy-plan-saved',
      revision,
      before: { legacyPlan: wordsOf(before) },
      after: { legacyPlan: wordsOf(after) },
      author,
      at,
    })
    await addJob(trx, mailLegacyPlan, { client: client.name, accountId: account.accountId, version })
  })
  return await getLegacyPlan(undefined, context)
}

/** The first plan of an account that is being opened, in the transaction that opens it. Its people are new parties. */
export async function enterFirstPlan(
  trx: Kysely<DB>,
  accountId: string,
  shares: readonly ShareToSave[],
  about: { savedBy: NewVersion['savedBy']; at: Date; today: IsoDate } & Pick<Context, 'client' | 'clock'>,
): Promise<void> {
  const { savedBy, at, today } = about
  const after = await withParties(trx, await prepareShares(trx, shares, [], about))
  await insertVersion(trx, {
    accountId,
    version: 1,
    instructionId: null,
    savedBy,
    savedAt: at,
    shares: after,
  })
  await followPlan(trx, accountId, { shares: after, today, now: at })
  await setPlanType(trx, accountId, { type: planTypeOf(after), revision: 1 })
}

/** @throws Problem validation unless it is an instruction among the account's documents that the caller may read. */
async function requireInstruction(
  instructionId: string | null,
  { db, account, actor }: Context,
): Promise<string> {
  const document =
    instructionId === null ? undefined : await findDocument(db, account.accountId, instructionId)
  if (document?.type !== 'instruction' || !mayRead(documentReader(actor), document))
    throw fieldProblem('instructionId', 'Choose the donors’ signed instruction among the documents')
  return document.document_id
}

/** A share that is checked; a new successor has no party yet. */
type PreparedShare = Omit<ShareRow, 'party_id'> & { party_id: string | null }

async function prepareShares(
  trx: Kysely<DB>,
  shares: readonly ShareToSave[],
  before: readonly ShareRow[],
  context: Pick<Context, 'client' | 'clock'>,
): Promise<PreparedShare[]> {
  const prepared: PreparedShare[] = []
  const charityIds = shares.flatMap(share => (share.option === 1 ? share.charityId : []))
  const statuses = await findCharityStatuses(trx, charityIds, context.clock.now())
  const named = new Set<string>()
  for (const [index, share] of shares.entries()) {
    const id = share.option === 0 ? share.successorId : share.charityId
    if (id !== null && named.has(id)) throw fieldProblem(`shares.${index}`, 'This is already in the plan')
    if (id !== null) named.add(id)
    prepared.push(
      share.option === 0
        ? individualOf(share, index, before)
        : charityOf(share, statuses.get(share.charityId), { index, before, context }),
    )
  }
  return prepared
}

function individualOf(
  share: Extract<ShareToSave, { option: 0 }>,
  index: number,
  before: readonly ShareRow[],
): PreparedShare {
  const { successorId, name, relation, email, phone, yearOfBirth, shareHundredths } = share
  const known = before.find(each => each.designation === 0 && each.party_id === successorId)
  if (successorId !== null && !known)
    throw fieldProblem(`shares.${index}.successorId`, 'This successor is not in the current plan')
  return {
    party_id: successorId,
    designation: 0,
    share_hundredths: shareHundredths,
    ...{ name, relation, email, phone, year_of_birth: yearOfBirth },
    ...{ charity_id: null, charity_outcome: null },
  }
}

/** A charity that was in the plan before keeps its name; a new one must be able to receive grants (§4). */
function charityOf(
  { charityId, shareHundredths }: Extract<ShareToSave, { option: 1 }>,
  found: CharityStatus | undefined,
  {
    index,
    before,
    context,
  }: { index: number; before: readonly ShareRow[]; context: Pick<Context, 'client' | 'clock'> },
): PreparedShare {
  const kept = before.find(each => each.charity_id === charityId)
  if (kept) return { ...kept, share_hundredths: shareHundredths }
  const field = `shares.${index}.charityId`
  const charity = requireSelectable(found, context.client, field)
  return {
    party_id: null,
    designation: 1,
    share_hundredths: shareHundredths,
    name: charity.name,
    ...{ relation: null, email: null, phone: null, year_of_birth: null },
    charity_id: charityId,
    charity_outcome: charity.eligibility.outcome,
  }
}

const isSamePlan = (prepared: readonly PreparedShare[], before: readonly ShareRow[]): boolean =>
  prepared.length === before.length &&
  prepared.every((share, index) =>
    // A prepared share has columns of the row.
    Object.entries(share).every(([key, value]) => before[index]?.[key as keyof ShareRow] === value),
  )

/** The shares with their parties: a new successor gets one, a known person's takes the new name. */
async function withParties(trx: Kysely<DB>, prepared: readonly PreparedShare[]): Promise<ShareRow[]> {
  const shares = prepared.map(share => ({ ...share, party_id: share.party_id ?? randomUUIDv7() }))
  const isNew = (_share: ShareRow, index: number) => prepared[index]?.party_id === null
  await insertParties(trx, shares.filter(isNew))
  await updateParties(
    trx,
    shares.filter((share, index) => share.designation === 0 && !isNew(share, index)),
  )
  return shares
}
