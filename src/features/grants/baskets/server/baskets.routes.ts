import { type Actor, nameOf, sideOf } from '../../../../server/auth/actor.ts'
import { requesterOf } from '../../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { type Route, route } from '../../../../server/http/route.ts'
import { recommendSettings } from '../../server/request-settings.ts'
import * as contract from '../drafts.contract.ts'
import { addDraftsToBasket, discardBasketDrafts, openBaskets, showBasket, showProgress } from './baskets.ts'
import { downloadTemplate } from './download-template.ts'
import { answerWarnings, draftsOf, type Editor, removeDraft, showDraft, storeDraft } from './drafts.ts'
import { exportBasket } from './export-basket.ts'
import { submitBasket } from './submit-basket.ts'
import { uploadGrants } from './upload-grants.ts'

/** Drafts are read by the fund's people, so staff appear in them as the sponsor. */
function editorOf({ actor, client, clock }: BaseContext & { actor: Actor }): Editor {
  const name = sideOf(actor) === 'fund' ? nameOf(actor) : client.displayName
  return { userId: actor.userId, name, at: clock.now() }
}

export const basketsRoutes: readonly Route[] = [
  route(contract.listDrafts, async (_input, { db, account, client }) => {
    const [data, baskets] = await Promise.all([
      draftsOf(db, account.accountId, client),
      openBaskets(db, account.accountId),
    ])
    return { data, baskets }
  }),
  route(contract.getDraft, async ({ params }, { db, account }) =>
    showDraft(db, account.accountId, params.draftId),
  ),
  route(contract.saveDraft, async ({ params, body }, context) =>
    storeDraft(
      context.db,
      context.account.accountId,
      { draftId: params.draftId, ...body.data.attributes },
      editorOf(context),
    ),
  ),
  route(contract.removeDraft, async ({ params }, { db, account }) => {
    await removeDraft(db, account.accountId, params.draftId)
    return {}
  }),
  route(contract.acceptWarnings, async ({ params, body }, context) =>
    answerWarnings(
      context.db,
      context.account.accountId,
      { draftId: params.draftId, ...body.data.attributes },
      editorOf(context),
    ),
  ),
  route(contract.addToBasket, async ({ body }, context) =>
    addDraftsToBasket(context.db, context.account.accountId, body.data.attributes.drafts, editorOf(context)),
  ),
  route(contract.uploadGrants, async ({ query, upload }, context) =>
    uploadGrants(
      context.db,
      context.account.accountId,
      { ...query, upload },
      context,
      editorOf(context),
      requesterOf(context),
    ),
  ),
  route(contract.downloadTemplate, downloadTemplate),
  route(contract.getBasket, async ({ params, query }, context) => {
    const { first, after, only } = query
    return await showBasket(
      context.db,
      context.account.accountId,
      params.basketId,
      { first, after, only },
      context,
    )
  }),
  route(contract.exportBasket, exportBasket),
  route(contract.getProgress, async ({ params }, { db, account }) =>
    showProgress(db, account.accountId, params.basketId),
  ),
  route(contract.submitBasket, async ({ params, body }, context) => {
    const { db, account, idempotencyKey } = context
    const submission = { basketId: params.basketId, ...body.data.attributes, idempotencyKey }
    return await submitBasket(db, account.accountId, submission, recommendSettings(context))
  }),
  route(contract.discardBasket, async ({ params }, { db, account }) => {
    await discardBasketDrafts(db, account.accountId, params.basketId)
    return {}
  }),
]
