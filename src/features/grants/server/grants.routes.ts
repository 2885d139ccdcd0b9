import type { BaseContext } from '../../../server/http/request-context.ts'
import { type Route, route } from '../../../server/http/route.ts'
import type { Actor } from '../../../server/session/actor.ts'
import { requireStepUp } from '../../../server/session/step-up.ts'
import {
  approveGrant,
  cancelGrant,
  getGrant,
  getStaffGrant,
  listGrantQueue,
  listGrants,
  payGrant,
  recommendGrant as recommendGrantEndpoint,
  rejectGrant,
} from '../grants.contract.ts'
import { grantDetails, staffGrant } from './grant-details.ts'
import { accountGrants, grantQueue } from './grant-lists.ts'
import { type Move, moveGrant } from './move-grant.ts'
import { recommendGrant } from './recommend-grant.ts'
import type { StepActor } from './record-step.ts'

const stepActor = (actor: Actor): StepActor => ({
  userId: actor.userId,
  name: `${actor.firstName} ${actor.lastName}`,
})

const settingsOf = (context: BaseContext & { actor: Actor }) => ({
  client: context.client,
  book: context.book,
  today: context.today,
  now: context.clock.now(),
  requireProof: () => requireStepUp(context),
})

async function staffMove(context: BaseContext & { actor: Actor }, move: Omit<Move, 'actor'>) {
  await moveGrant(context.db, { ...move, actor: stepActor(context.actor) }, settingsOf(context))
  return await staffGrant(context.db, move.grantId, context, context.clock.now())
}

export const grantsRoutes: readonly Route[] = [
  route(listGrants, accountGrants),
  route(recommendGrantEndpoint, async ({ body }, context) => {
    const { db, account, actor, idempotencyKey } = context
    const grantId = await recommendGrant(
      db,
      account.accountId,
      { ...body.data.attributes, idempotencyKey },
      { ...settingsOf(context), actor: stepActor(actor) },
    )
    return await grantDetails(db, grantId, context, account.accountId)
  }),
  route(getGrant, async ({ params }, context) =>
    grantDetails(context.db, params.grantId, context, context.account.accountId),
  ),
  route(cancelGrant, async ({ params }, context) => {
    // Asked first, so that another fund's grant is unknown here and cannot be moved.
    await grantDetails(context.db, params.grantId, context, context.account.accountId)
    const move: Move = { grantId: params.grantId, transition: 'cancel', actor: stepActor(context.actor) }
    await moveGrant(context.db, move, settingsOf(context))
    return await grantDetails(context.db, params.grantId, context, context.account.accountId)
  }),
  route(listGrantQueue, grantQueue),
  route(getStaffGrant, async ({ params }, context) =>
    staffGrant(context.db, params.grantId, context, context.clock.now()),
  ),
  route(approveGrant, async ({ params, body }, context) =>
    staffMove(context, {
      grantId: params.grantId,
      transition: 'approve',
      reason: body.data.attributes.reason,
    }),
  ),
  route(rejectGrant, async ({ params, body }, context) =>
    staffMove(context, {
      grantId: params.grantId,
      transition: 'reject',
      reason: body.data.attributes.reason,
    }),
  ),
  route(payGrant, async ({ params, body }, context) => {
    const { paymentMethod, paymentReference } = body.data.attributes
    return await staffMove(context, {
      grantId: params.grantId,
      transition: 'pay',
      payment: { method: paymentMethod, reference: paymentReference },
    })
  }),
]
