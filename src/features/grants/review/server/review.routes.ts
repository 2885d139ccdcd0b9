import { type Actor, personOf } from '../../../../server/auth/actor.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { preparedRoute, type Route, route } from '../../../../server/http/route.ts'
import { screenGrantsOfRequest } from '../../../screening/server/payment-stops.ts'
import { fundOfGrant } from '../../server/grant-details.ts'
import type { StepActor } from '../../server/record-history-entry.ts'
import { settingsOf } from '../../server/request-settings.ts'
import { transitionGrant } from '../../server/transition-grant.ts'
import type { GrantTransition } from '../../server/transition-rule.ts'
import * as relatedPartiesContract from '../related-parties.contract.ts'
import * as staffCommandsContract from '../staff-commands.contract.ts'
import * as staffGrantsContract from '../staff-grants.contract.ts'
import { approveSeveral } from './approve-grants.ts'
import { countDueGrants } from './count-due-grants.ts'
import { exportGrantQueue } from './export-grant-queue.ts'
import { holdGrant, releaseGrant } from './holds.ts'
import { listGrantQueue } from './list-grant-queue.ts'
import { setOwner } from './owners.ts'
import { reissueGrant } from './reissue-grant.ts'
import { decideRelatedParties, noteRelatedParties } from './related-parties.ts'
import { reverseReturn } from './reverse-return.ts'
import { listReviewersOf } from './review.queries.ts'
import { staffGrant } from './staff-grant.ts'
import { postStaffTransition, type StaffPosting } from './staff-postings.ts'

type Context = BaseContext & { actor: Actor }

const reviewed = async (context: Context, accountId: string, grantId: string) =>
  await staffGrant(context.db, accountId, grantId, context, context.clock.now())

const actorOf = ({ actor }: Context): StepActor => ({ ...personOf(actor), side: 'sponsor' })

/** A transition by staff, who see every fund of the book. */
async function staffTransition(context: Context, request: Omit<GrantTransition, 'actor'>) {
  const accountId = await fundOfGrant(context.db, request.grantId)
  await transitionGrant(context.db, accountId, { ...request, actor: actorOf(context) }, settingsOf(context))
  return await reviewed(context, accountId, request.grantId)
}

/** One that puts money back into a fund, which may take two people. */
async function staffPosting(context: Context, posting: StaffPosting) {
  const accountId = await fundOfGrant(context.db, posting.grantId)
  await postStaffTransition(context, accountId, posting)
  return await reviewed(context, accountId, posting.grantId)
}

async function holdOrRelease(
  context: Context,
  act: typeof holdGrant,
  { grantId, reason }: { grantId: string; reason: string | null },
) {
  const accountId = await fundOfGrant(context.db, grantId)
  await act(context.db, accountId, { grantId, reason, by: personOf(context.actor), at: context.clock.now() })
  return await reviewed(context, accountId, grantId)
}

export const reviewRoutes: readonly Route[] = [
  route(staffGrantsContract.listGrantQueue, listGrantQueue),
  route(staffGrantsContract.countDueGrants, countDueGrants),
  route(staffGrantsContract.exportGrantQueue, exportGrantQueue),
  route(staffGrantsContract.listReviewers, async (_input, { realmDb }) => ({
    data: (await listReviewersOf(realmDb, null)).map(({ user_id, name }) => ({ userId: user_id, name })),
  })),
  route(staffGrantsContract.getStaffGrant, async ({ params: { grantId } }, context) =>
    reviewed(context, await fundOfGrant(context.db, grantId), grantId),
  ),
  route(relatedPartiesContract.noteRelatedParties, async ({ params: { grantId }, body }, context) => {
    const accountId = await fundOfGrant(context.db, grantId)
    const { actor, clock } = context
    await noteRelatedParties(context.db, accountId, {
      ...{ grantId, ...body.data.attributes, by: personOf(actor), at: clock.now() },
    })
    return await reviewed(context, accountId, grantId)
  }),
  route(relatedPartiesContract.decideRelatedParties, async ({ params: { grantId }, body }, context) => {
    const accountId = await fundOfGrant(context.db, grantId)
    const { actor, clock } = context
    await decideRelatedParties(context.db, accountId, {
      ...{ grantId, ...body.data.attributes, actor, at: clock.now() },
    })
    return await reviewed(context, accountId, grantId)
  }),
  route(staffGrantsContract.setGrantOwner, async ({ params: { grantId }, body }, context) => {
    const accountId = await fundOfGrant(context.db, grantId)
    await setOwner(context, accountId, {
      grantId,
      ownerId: body.data.attributes.ownerId,
      at: context.clock.now(),
    })
    return await reviewed(context, accountId, grantId)
  }),
  preparedRoute(
    staffGrantsContract.approveGrants,
    ({ body }, context) =>
      screenGrantsOfRequest(
        body.data.attributes.grants.map(({ grantId }) => grantId),
        context,
      ),
    async ({ body }, context) => ({
      data: await approveSeveral(
        context.db,
        { ...body.data.attributes, actor: actorOf(context) },
        context,
        settingsOf(context),
      ),
    }),
  ),
  preparedRoute(
    staffCommandsContract.approveGrant,
    ({ params: { grantId } }, context) => screenGrantsOfRequest([grantId], context),
    async ({ params, body }, context) =>
      staffTransition(context, { grantId: params.grantId, transition: 'approve', ...body.data.attributes }),
  ),
  route(staffCommandsContract.askAboutGrant, async ({ params, body }, context) =>
    staffTransition(context, {
      grantId: params.grantId,
      transition: 'ask-information',
      ...body.data.attributes,
    }),
  ),
  route(staffCommandsContract.reserveGrant, async ({ params, body }, context) =>
    staffTransition(context, { grantId: params.grantId, transition: 'reserve', ...body.data.attributes }),
  ),
  route(staffCommandsContract.holdGrant, async ({ params, body }, context) =>
    holdOrRelease(context, holdGrant, { grantId: params.grantId, ...body.data.attributes }),
  ),
  route(staffCommandsContract.releaseGrant, async ({ params, body }, context) =>
    holdOrRelease(context, releaseGrant, { grantId: params.grantId, ...body.data.attributes }),
  ),
  route(staffCommandsContract.rejectGrant, async ({ params, body }, context) =>
    staffTransition(context, { grantId: params.grantId, transition: 'reject', ...body.data.attributes }),
  ),
  route(staffCommandsContract.reissueGrant, async ({ params, body }, context) => {
    const accountId = await fundOfGrant(context.db, params.grantId)
    const { reason } = body.data.attributes
    const about = { grantId: params.grantId, reason, actor: actorOf(context) }
    const grantId = await reissueGrant(context.db, accountId, about, settingsOf(context))
    return await reviewed(context, accountId, grantId)
  }),
  route(staffCommandsContract.clearGrant, async ({ params, body }, context) =>
    staffTransition(context, { grantId: params.grantId, transition: 'clear', ...body.data.attributes }),
  ),
  route(staffCommandsContract.reopenGrant, async ({ params, body }, context) =>
    staffTransition(context, { grantId: params.grantId, transition: 'reopen', ...body.data.attributes }),
  ),
  route(staffCommandsContract.voidGrant, async ({ params: { grantId }, body }, context) =>
    staffPosting(context, { grantId, transition: 'void', attributes: body.data.attributes }),
  ),
  route(staffCommandsContract.voidPayment, async ({ params: { grantId }, body }, context) =>
    staffPosting(context, { grantId, transition: 'void-payment', attributes: body.data.attributes }),
  ),
  route(staffCommandsContract.returnGrant, async ({ params: { grantId }, body }, context) =>
    staffPosting(context, { grantId, transition: 'return', attributes: body.data.attributes }),
  ),
  route(staffCommandsContract.reverseReturn, reverseReturn),
]
