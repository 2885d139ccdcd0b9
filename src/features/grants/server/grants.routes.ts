import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { type Route, route } from '../../../server/http/route.ts'
import {
  approveGrant,
  cancelGrant,
  exportGrantQueue,
  exportGrants,
  getGrant,
  getStaffGrant,
  listGrantPurposes,
  listGrantQueue,
  listGrants,
  payGrant,
  recommendGrant as recommendGrantEndpoint,
  rejectGrant,
} from '../grants.contract.ts'
import { fundOfGrant, grantDetails, staffGrant } from './grant-details.ts'
import { accountGrants, exportAccountGrants, exportQueue, grantQueue } from './grant-lists.ts'
import { findPurposes } from './grants.queries.ts'
import { recommendGrant } from './recommend-grant.ts'
import type { StepActor } from './record-history-entry.ts'
import { fundActor, nameOf, recommendSettings, settingsOf } from './request-settings.ts'
import { transitionGrant } from './transition-grant.ts'
import type { GrantTransition } from './transition-rule.ts'

/** A transition by staff, who see every fund of the book. */
async function staffTransition(
  context: BaseContext & { actor: Actor },
  request: Omit<GrantTransition, 'actor'>,
) {
  const accountId = await fundOfGrant(context.db, request.grantId)
  const actor: StepActor = { ...nameOf(context.actor), side: 'sponsor' }
  await transitionGrant(context.db, accountId, { ...request, actor }, settingsOf(context))
  return await staffGrant(context.db, accountId, request.grantId, context, context.clock.now())
}

export const grantsRoutes: readonly Route[] = [
  route(listGrants, accountGrants),
  route(listGrantPurposes, async ({ params }, { db, account }) => {
    const rows = await findPurposes(db, account.accountId, params.charityId)
    return { data: rows.map(row => ({ purposeCode: row.purpose_code, purposeText: row.purpose_text })) }
  }),
  route(exportGrants, exportAccountGrants),
  route(recommendGrantEndpoint, async ({ body }, context) => {
    const { db, account, idempotencyKey } = context
    const grantId = await recommendGrant(
      db,
      account.accountId,
      { ...body.data.attributes, idempotencyKey },
      recommendSettings(context),
    )
    return await grantDetails(db, account.accountId, grantId, context)
  }),
  route(getGrant, async ({ params }, context) =>
    grantDetails(context.db, context.account.accountId, params.grantId, context),
  ),
  route(cancelGrant, async ({ params: { grantId } }, context) => {
    const { accountId } = context.account
    const request: GrantTransition = { grantId, transition: 'cancel', actor: fundActor(context.actor) }
    await transitionGrant(context.db, accountId, request, settingsOf(context))
    return await grantDetails(context.db, accountId, grantId, context)
  }),
  route(listGrantQueue, grantQueue),
  route(exportGrantQueue, exportQueue),
  route(getStaffGrant, async ({ params: { grantId } }, context) => {
    const accountId = await fundOfGrant(context.db, grantId)
    return await staffGrant(context.db, accountId, grantId, context, context.clock.now())
  }),
  route(approveGrant, async ({ params, body }, context) =>
    staffTransition(context, { grantId: params.grantId, transition: 'approve', ...body.data.attributes }),
  ),
  route(rejectGrant, async ({ params, body }, context) =>
    staffTransition(context, { grantId: params.grantId, transition: 'reject', ...body.data.attributes }),
  ),
  route(payGrant, async ({ params, body }, context) => {
    const { paymentMethod, paymentReference } = body.data.attributes
    return await staffTransition(context, {
      grantId: params.grantId,
      transition: 'pay',
      payment: { method: paymentMethod, reference: paymentReference },
    })
  }),
]
