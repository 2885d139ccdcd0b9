import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { assignRole, endAllOnAccount } from '../../account-details/server/apply-people-change.ts'
import { findRelationship, findRelationships } from '../../account-details/server/relationships.queries.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { findCharityStatuses } from '../../charities/server/charity-status.ts'
import { stopSchedules } from '../../grants/schedules/server/schedules.queries.ts'
import { type ShareRow as PlanShare, readPlanVersions } from '../../legacy-plan/server/legacy-plan.queries.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { documentTypeOf, requireDocument } from './case-document.ts'
import { donorsOf, findAccountOfCase } from './case-facts.queries.ts'
import { confirmationRefusal, ownCase } from './case-rules.ts'
import { type CaseRow, insertShares, sharesOf, updateCase } from './cases.queries.ts'
import { recipientViolation } from './destinations.ts'
import { returnAccount } from './hold-account.ts'
import { mailSuccessor } from './mail-successor.ts'
import { caseDetails } from './show-cases.ts'
import { syncDeathsAfter } from './sync-deaths.ts'

/**
 * Confirms a case. After a death the account returns to another living donor; at the last donor's death, as at a closing, the shares are
 * fixed, schedules stop, and successors are invited. The person who died can no longer log in. Throws `access-denied` to the person who opened it, `conflict`, `not-found`.
 */
export async function confirmCase(
  { params: { caseId }, body }: HandlerInput<typeof contract.confirmCase>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, actor, clock } = context
  const { note, documentId } = body.data.attributes
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'opened')
    const refusal = confirmationRefusal(row.opened_by, actor, ownCase)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    const confirmed = {
      ...(await namedDocument(trx, row, documentId)),
      confirmed_by: actor.userId,
      confirmed_by_name: nameOf(actor),
      confirmed_at: clock.now(),
    }
    await recordStep(trx, stepAuthor(context), { caseId, kind: 'confirmed', text: note })
    if (row.kind === 'closing') {
      await updateCase(trx, caseId, { state: 'distributing', ...confirmed })
      await stopSchedules(trx, row.account_id, clock.now())
    } else {
      await confirmDeath(trx, row, confirmed, context)
      // The database has withdrawn the access of the person who died; the job ends their sessions.
      await syncDeathsAfter(context, row.account_id)
    }
  })
  return await caseDetails(db, caseId, context)
}

/** A case that was opened with one of another book gets its document with the confirmation. Throws `validation`. */
async function namedDocument(
  trx: Kysely<DB>,
  row: CaseRow,
  documentId: string | null,
): Promise<{ document_id?: string }> {
  if (row.document_id !== null) return {}
  await requireDocument(trx, row.account_id, documentId, documentTypeOf(row.kind))
  return documentId === null ? {} : { document_id: documentId }
}

type Confirmed = { document_id?: string; confirmed_by: string; confirmed_by_name: string; confirmed_at: Date }

async function confirmDeath(
  trx: Kysely<DB>,
  row: CaseRow,
  confirmed: Confirmed,
  context: CaseContext,
): Promise<void> {
  const { case_id: caseId, account_id: accountId } = row
  const { clock } = context
  const donors = await donorsOf(trx, accountId)
  const living = donors.filter(({ party_id: partyId }) => partyId !== row.party_id)
  // Before the relationship ends: the database lets the last donor go only if a confirmed case says that they died.
  const plan = living.length > 0 ? null : await planOf(trx, accountId)
  await updateCase(trx, caseId, {
    state: 'distributing',
    plan_version: plan?.version ?? null,
    ...confirmed,
  })
  const ended = donors.filter(donor => !living.includes(donor)).map(({ relationship_id: id }) => id)
  await endAllOnAccount(trx, await findRelationships(trx, accountId, ended), changeOf(accountId, context))
  if (living.length > 0) {
    await promoteDonor(trx, accountId, context)
    await returnAccount(trx, row, 'Another donor lives', stepAuthor(context))
    await updateCase(trx, caseId, { state: 'completed', outcome: 'returned', ended_at: clock.now() })
    await recordStep(trx, stepAuthor(context), {
      caseId,
      kind: 'completed',
      text: 'The account returned to its other donor.',
    })
    return
  }
  await stopSchedules(trx, accountId, clock.now())
  await insertShares(trx, await sharesOfPlan(trx, caseId, plan?.shares ?? [], context))
  const shares = await sharesOf(trx, caseId)
  await addJobs(
    trx,
    mailSuccessor,
    shares
      .filter(({ designation, email }) => designation === 'individual' && email !== null)
      .map(({ share_id: shareId }) => ({
        payload: { client: context.client.name, caseId, shareId, link: 1 },
      })),
  )
}

const changeOf = (accountId: string, context: CaseContext) => ({
  accountId,
  client: context.client,
  author: changeAuthor(context),
  requestedBy: null,
  at: context.clock.now(),
  today: context.today,
})

/** Where only joint donors remain, the first of them becomes the donor, who alone changes the legacy plan. */
async function promoteDonor(trx: Kysely<DB>, accountId: string, context: CaseContext): Promise<void> {
  const [first, ...others] = await donorsOf(trx, accountId)
  if (!first || [first, ...others].some(({ account_role_code: role }) => role === 'donor')) return
  const stored = await findRelationship(trx, accountId, first.relationship_id)
  if (stored)
    await assignRole(trx, stored, { role: 'donor', isConfirmed: false }, changeOf(accountId, context))
}

/** The version of the plan that is carried out. An endowed fund has none: staff decide, by the program's rules. */
async function planOf(trx: Kysely<DB>, accountId: string) {
  const account = await findAccountOfCase(trx, { accountId })
  if (account?.succession_plan_type_code === 'ENDOWED') return null
  const [latest] = await readPlanVersions(trx, accountId, 1)
  return latest && latest.shares.length > 0 ? latest : null
}

async function sharesOfPlan(
  trx: Kysely<DB>,
  caseId: string,
  shares: readonly PlanShare[],
  context: CaseContext,
) {
  if (shares.length === 0)
    return [
      {
        case_id: caseId,
        position: 1,
        designation: 'unnamed' as const,
        share_hundredths: 10_000,
        name: 'The whole fund',
      },
    ]
  const charityIds = shares.flatMap(({ charity_id: charityId }) => charityId ?? [])
  const charities = await findCharityStatuses(trx, charityIds, context.clock.now())
  return shares.map((share, index) => {
    const common = {
      case_id: caseId,
      position: index + 1,
      share_hundredths: share.share_hundredths,
      email: share.email,
      phone: share.phone,
    }
    if (share.charity_id === null) return { ...common, designation: 'individual' as const, name: share.name }
    const charity = charities.get(share.charity_id)
    return {
      ...common,
      designation: 'charity' as const,
      name: charityName(share.name),
      ...(recipientViolation(charity, context) === null
        ? { state: 'ready' as const, to_charity_id: share.charity_id, decided_at: context.clock.now() }
        : {}),
    }
  })
}
