import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../account-opening.contract.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import { lockApplication, saveDraft } from './applications.queries.ts'
import { findOwnApplication, findVisibleApplication } from './find-application.ts'
import { toResponse } from './show-application.ts'

/**
 * Saves steps of a draft. Throws `conflict` if someone saved it after `revision`, or it is not a draft any more. The first donor of
 * an application that a donor started stays that donor.
 */
export async function saveApplication(
  { params, body }: HandlerInput<typeof contract.saveApplication>,
  context: ContextOf<typeof contract.saveApplication>,
): Promise<Reply<typeof contract.saveApplication>> {
  const { db, actor, clock } = context
  const { revision, draft: steps } = body.data.attributes
  await findOwnApplication(params.applicationId, context)
  await inTransaction(db, async trx => {
    const row = await lockApplication(trx, params.applicationId)
    if (row?.state !== 'draft')
      throw new Problem('conflict', {
        detail:
          'This application was sent for signature. Choose “Change the application” if you want to change it.',
      })
    if (row.revision !== revision)
      throw new Problem('conflict', {
        detail:
          'This application was saved in another window or on another device. Reload the page to see it.',
      })
    // A step that is absent stays; zod leaves it out.
    const draft = { ...row.draft, ...steps } as ApplicationDraft
    const [first] = draft.donors
    if (row.started_as === 'donor' && first) {
      const { firstName, lastName, email } = actor
      if (first.firstName !== firstName || first.lastName !== lastName || first.email !== email)
        throw fieldProblem('donors.0.firstName', 'You are the first donor of this application')
    }
    await saveDraft(trx, params.applicationId, { draft, revision: revision + 1, at: clock.now() })
  })
  return await toResponse(await findVisibleApplication(params.applicationId, context), context)
}
