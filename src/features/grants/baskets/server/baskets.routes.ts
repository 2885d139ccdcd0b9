import { type Actor, nameOf, sideOf } from '../../../../server/auth/actor.ts'
import { requesterOf } from '../../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { type Route, route } from '../../../../server/http/route.ts'
import { recommendSettings } from '../../server/request-settings.ts'
import {
  acceptWarnings,
  addToBasket,
  discardBasket,
  downloadTemplate,
  getBasket,
  getDraft,
  getProgress,
  listDrafts,
  removeDraft as removeEndpoint,
  saveDraft,
  submitBasket as submitEndpoint,
  uploadGrants as uploadEndpoint,
} from '../drafts.contract.ts'
import { discard, gather, openBaskets, showBasket, showProgress } from './baskets.ts'
import { answerWarnings, draftsOf, type Editor, removeDraft, showDraft, storeDraft } from './drafts.ts'
import { submitBasket } from './submit-basket.ts'
import { template, uploadGrants } from './upload-grants.ts'

/** Drafts are read by the fund's people, so staff appear in them as the sponsor. */
function editorOf({ actor, client, clock }: BaseContext & { actor: Actor }): Editor {
  const name = sideOf(actor) === 'fund' ? nameOf(actor) : client.displayName
  return { userId: actor.userId, name, at: clock.now() }
}

export const basketsRoutes: readonly Route[] = [
  route(listDrafts, async (_input, { db, account, client }) => {
    const [data, baskets] = await Promise.all([
      draftsOf(db, account.accountId, client),
      openBaskets(db, account.accountId),
    ])
    return { data, baskets }
  }),
  route(getDraft, async ({ params }, { db, account }) => showDraft(db, account.accountId, params.draftId)),
  route(saveDraft, async ({ params, body }, context) =>
    storeDraft(
      context.db,
      context.account.accountId,
      { draftId: params.draftId, ...body.data.attributes },
      editorOf(context),
    ),
  ),
  route(removeEndpoint, async ({ params }, { db, account }) => {
    await removeDraft(db, account.accountId, params.draftId)
    return {}
  }),
  route(acceptWarnings, async ({ params, body }, context) =>
    answerWarnings(
      context.db,
      context.account.accountId,
      { draftId: params.draftId, ...body.data.attributes },
      editorOf(context),
    ),
  ),
  route(addToBasket, async ({ body }, context) =>
    gather(context.db, context.account.accountId, body.data.attributes.drafts, editorOf(context)),
  ),
  route(uploadEndpoint, async ({ query, upload }, context) =>
    uploadGrants(
      context.db,
      context.account.accountId,
      { ...query, upload },
      context,
      editorOf(context),
      requesterOf(context),
    ),
  ),
  route(downloadTemplate, template),
  route(getBasket, async ({ params, query }, context) => {
    const { first, after, only } = query
    return await showBasket(
      context.db,
      context.account.accountId,
      params.basketId,
      { first, after, only },
      context,
    )
  }),
  route(getProgress, async ({ params }, { db, account }) =>
    showProgress(db, account.accountId, params.basketId),
  ),
  route(submitEndpoint, async ({ params, body }, context) => {
    const { db, account, idempotencyKey } = context
    const submission = { basketId: params.basketId, ...body.data.attributes, idempotencyKey }
    return await submitBasket(db, account.accountId, submission, recommendSettings(context))
  }),
  route(discardBasket, async ({ params }, { db, account }) => {
    await discard(db, account.accountId, params.basketId)
    return {}
  }),
]
