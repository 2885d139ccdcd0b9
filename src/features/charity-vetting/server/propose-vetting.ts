import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { vettingBases } from '../domain/vetting.ts'
import type * as contract from '../vettings.contract.ts'
import { missingBasis, type Vetting, type VettingFields } from '../vettings.contract.ts'
import { findProposal } from './proposals.queries.ts'
import { vettingColumns } from './vetting-columns.ts'
import { findOpenVetting, findVetting, insertVetting } from './vettings.queries.ts'
import {
  type Context,
  countryOf,
  record,
  requireLastDay,
  requireNoneProposed,
  requireVetting,
  vettingResponse,
} from './vettings.ts'

/**
 * Enters a vetting under the idempotency key of the command, so that repeating it creates no second one. Throws `validation`, `conflict` where
 * another of the organization waits, `not-found` for an organization that was never vetted or a proposal of another book.
 */
export async function proposeVetting(
  { body }: HandlerInput<typeof contract.proposeVetting>,
  context: Context & { idempotencyKey: string },
): Promise<Vetting> {
  const { charityId, proposalId, ...fields } = body.data.attributes
  const { db, realmDb, actor, clock, idempotencyKey: vettingId } = context
  const country = countryOf(context)
  checkFields(fields, country, context)
  if (proposalId !== null && !(await findProposal(db, proposalId))) throw new Problem('not-found')
  await realmDb.transaction().execute(async trx => {
    if (await findVetting(trx, vettingId)) return
    if (charityId !== null) await requireRenewable(trx, charityId, country)
    await insertVetting(trx, {
      vetting_id: vettingId,
      ...(charityId === null ? {} : { charity_id: charityId }),
      country,
      ...vettingColumns(country === 'US' ? fields : { ...fields, usState: '' }),
      proposal_id: proposalId,
      proposed_by: actor.userId,
      proposed_by_name: nameOf(actor),
      proposed_at: clock.now(),
    })
    await record(trx, context, { kind: 'vetting-entered', vettingId })
  })
  return vettingResponse(await requireVetting(realmDb, vettingId), context)
}

function checkFields(
  { basis, expiresOn, usState }: VettingFields,
  country: 'US' | 'GB',
  context: Context,
): void {
  if (!vettingBases[country].some(each => each === basis)) throw fieldProblem('basis', missingBasis)
  requireLastDay(expiresOn, context)
  if (country === 'US' && usState === '') throw fieldProblem('usState', 'Choose the state')
}

async function requireRenewable(trx: Kysely<DB>, charityId: string, country: 'US' | 'GB'): Promise<void> {
  const inForce = await findOpenVetting(trx, charityId, 'vetted')
  if (inForce?.country !== country) throw new Problem('not-found')
  await requireNoneProposed(trx, charityId)
}
