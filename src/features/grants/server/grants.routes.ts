import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../grants.contract.ts'
import { exportGrants } from './export-grants.ts'
import { grantDetails } from './grant-details.ts'
import { findPurposes } from './grants.queries.ts'
import { listAdvisingDonors } from './list-advising-donors.ts'
import { listGrants } from './list-grants.ts'
import { recommendGrant } from './recommend-grant.ts'
import { fundActor, recommendSettings, settingsOf } from './request-settings.ts'
import { transitionGrant } from './transition-grant.ts'
import type { GrantTransition } from './transition-rule.ts'

export const grantsRoutes: readonly Route[] = [
  route(contract.listGrants, listGrants),
  route(contract.listGrantPurposes, async ({ params }, { db, account }) => {
    const rows = await findPurposes(db, account.accountId, params.charityId)
    return { data: rows.map(row => ({ purposeCode: row.purpose_code, purposeText: row.purpose_text })) }
  }),
  route(contract.exportGrants, exportGrants),
  route(contract.recommendGrant, async ({ body }, context) => {
    const { db, account, idempotencyKey } = context
    const grantId = await recommendGrant(
      db,
      account.accountId,
      { ...body.data.attributes, idempotencyKey },
      recommendSettings(context),
    )
    return await grantDetails(db, account.accountId, grantId, context)
  }),
  route(contract.listAdvisingDonors, listAdvisingDonors),
  route(contract.getGrant, async ({ params }, context) =>
    grantDetails(context.db, context.account.accountId, params.grantId, context),
  ),
  route(contract.cancelGrant, async ({ params: { grantId } }, context) => {
    const { accountId } = context.account
    const request: GrantTransition = { grantId, transition: 'cancel', actor: fundActor(context.actor) }
    await transitionGrant(context.db, accountId, request, settingsOf(context))
    return await grantDetails(context.db, accountId, grantId, context)
  }),
  route(contract.answerGrant, async ({ params: { grantId }, body }, context) => {
    const { accountId } = context.account
    const { message } = body.data.attributes
    const request: GrantTransition = {
      grantId,
      transition: 'answer',
      message,
      actor: fundActor(context.actor),
    }
    await transitionGrant(context.db, accountId, request, settingsOf(context))
    return await grantDetails(context.db, accountId, grantId, context)
  }),
]
