import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { requireOtherFund } from '../../account-details/server/require-other-fund.ts'
import { generalFund } from '../../ledger/server/account-to-credit.queries.ts'
import type {
  CaseDetails,
  confirmRedirection,
  inviteSuccessor,
  redirectShare,
} from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep } from './case-context.ts'
import { type AccountOfCase, findAccountOfCase } from './case-facts.queries.ts'
import { confirmationRefusal, ownRedirection, redirectionViolation } from './case-rules.ts'
import {
  type CaseRow,
  confirmRedirectionRow,
  insertRedirection,
  openRedirections,
  updateShare,
} from './cases.queries.ts'
import { requireCharity } from './destinations.ts'
import { mailSuccessor } from './mail-successor.ts'
import { readShares, type Share } from './read-shares.ts'
import { caseDetails } from './show-cases.ts'

/**
 * Enters a new recipient of a share, by default the client's general fund. Throws
 * `validation`, `conflict` where the share cannot go elsewhere yet or another destination waits, `not-found`.
 */
export async function redirect(
  { params: { caseId, shareId }, body }: HandlerInput<typeof redirectShare>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, actor, clock, client, today } = context
  const { reason, ...wanted } = body.data.attributes
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    const share = await requireShare(trx, { caseId, shareId }, context)
    const violation = redirectionViolation(row, share, { today, timeZone: client.timeZone })
    if (violation !== null) throw new Problem('conflict', { detail: violation })
    const destination = await destinationOf(trx, row, wanted, context)
    const isEntered = await insertRedirection(trx, {
      redirection_id: randomUUIDv7(),
      share_id: shareId,
      ...destination,
      reason,
      entered_by: actor.userId,
      entered_by_name: nameOf(actor),
      entered_at: clock.now(),
    })
    if (!isEntered)
      throw new Problem('conflict', {
        detail: 'Another recipient of this share is awaiting confirmation.',
      })
    await recordStep(trx, context, {
      caseId,
      kind: 'redirected',
      text: `${share.name}: to ${destination.to_name}. ${reason}`.slice(0, 2000),
    })
  })
  return await caseDetails(db, caseId, context)
}

async function requireShare(
  trx: Kysely<DB>,
  { caseId, shareId }: { caseId: string; shareId: string },
  { clock }: CaseContext,
): Promise<Share> {
  const share = (await readShares(trx, caseId, clock.now())).find(each => each.share_id === shareId)
  if (!share) throw new Problem('not-found')
  return share
}

type Wanted = { charityId: string | null; toFundId: number | null }
type Destination = { to_charity_id: string | null; to_account_id: string | null; to_name: string }

async function destinationOf(
  trx: Kysely<DB>,
  row: CaseRow,
  { charityId, toFundId }: Wanted,
  context: CaseContext,
): Promise<Destination> {
  if (charityId !== null && toFundId !== null)
    throw fieldProblem('toFundId', 'Choose a charity or another fund')
  if (charityId !== null) {
    const name = await requireCharity(trx, charityId, 'charityId', context)
    return { to_charity_id: charityId, to_account_id: null, to_name: name }
  }
  const found =
    toFundId === null ? await defaultFund(trx, context) : await findAccountOfCase(trx, { fundId: toFundId })
  const to = requireOtherFund(found, row.account_id, 'toFundId')
  return { to_charity_id: null, to_account_id: to.account_id, to_name: to.account_name }
}

/** The recipient of a share that nobody else receives: the fund that the client names, else the book's general fund. */
async function defaultFund(
  trx: Kysely<DB>,
  { client, today }: CaseContext,
): Promise<AccountOfCase | undefined> {
  if (client.defaultSuccessorFundId !== null)
    return await findAccountOfCase(trx, { fundId: client.defaultSuccessorFundId })
  const { accountId } = await generalFund(trx, { sponsor: client.displayName, today })
  return await findAccountOfCase(trx, { accountId })
}

/** Confirms a new recipient; the share is ready. Throws `access-denied` to the person who entered it, `conflict`, `not-found`. */
export async function confirmDestination(
  { params: { caseId, shareId }, body }: HandlerInput<typeof confirmRedirection>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, actor, clock, client, today } = context
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    const share = await requireShare(trx, { caseId, shareId }, context)
    const found = (await openRedirections(trx, caseId)).find(
      each => each.redirection_id === body.data.attributes.redirectionId && each.share_id === shareId,
    )
    if (!found)
      throw new Problem('conflict', { detail: 'This recipient is no longer awaiting confirmation.' })
    const refusal = confirmationRefusal(found.entered_by, actor, ownRedirection)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    // A successor may have accepted in the meantime, which takes precedence.
    const violation = redirectionViolation(row, share, { today, timeZone: client.timeZone })
    if (violation !== null) throw new Problem('conflict', { detail: violation })
    await confirmRedirectionRow(trx, found.redirection_id, {
      userId: actor.userId,
      name: nameOf(actor),
      at: clock.now(),
    })
    await updateShare(trx, shareId, {
      state: 'ready',
      to_charity_id: found.to_charity_id,
      to_account_id: found.to_account_id,
      decided_at: clock.now(),
      link_hash: null,
      link_expires_at: null,
    })
    await recordStep(trx, context, {
      caseId,
      kind: 'redirection-confirmed',
      text: `${share.name}: to ${found.to_name}`,
    })
  })
  return await caseDetails(db, caseId, context)
}

/** Mails a successor another link. Throws `conflict` where they have answered or have no e-mail address, `not-found`. */
export async function invite(
  { params: { caseId, shareId } }: HandlerInput<typeof inviteSuccessor>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, realmDb, client, actor, identity, today } = context
  await inTransaction(db, async trx => {
    await lockInState(trx, caseId, 'distributing')
    const share = await requireShare(trx, { caseId, shareId }, context)
    if (share.designation !== 'individual' || share.state !== 'waiting')
      throw new Problem('conflict', { detail: 'This share is not awaiting an answer.' })
    if (share.email === null)
      throw new Problem('conflict', {
        detail: 'We have no e-mail address of this successor. Please call them.',
      })
    if (share.links >= 30) throw new Problem('conflict', { detail: '30 links have already been e-mailed.' })
    await requireMailTo(realmDb, identity.secret, {
      sender: { userId: actor.userId },
      ...{ to: share.email, day: today },
    })
    await addJob(trx, mailSuccessor, { client: client.name, caseId, shareId, link: share.links + 1 })
  })
  return await caseDetails(db, caseId, context)
}
