import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import {
  acceptWarnings,
  type BasketRow,
  type DraftContent,
  removeDraft,
  saveDraft,
} from '../drafts.contract.ts'

export type RowActions = ReturnType<typeof useRow>

/** What can be done to one row. After each, the basket is checked anew; a conflict shows what somebody else saved. */
export function useRow(fundId: number) {
  const done = async (command: Promise<unknown>): Promise<void> => {
    try {
      await command
    } catch (failure) {
      showFailure(failure)
    }
    await refreshAll()
  }
  const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
  return {
    change: ({ draftId, revision, content }: BasketRow, about: Partial<DraftContent>) =>
      done(
        call(saveDraft, {
          params: { fundId, draftId },
          body: body({ revision, content: { ...content, ...about } }),
        }),
      ),
    accept: ({ draftId }: BasketRow, key: string, accepted: boolean) =>
      done(call(acceptWarnings, { params: { fundId, draftId }, body: body({ keys: [key], accepted }) })),
    remove: ({ draftId }: BasketRow) =>
      done(call(removeDraft, { params: { fundId, draftId }, body: body({}) })),
  }
}
