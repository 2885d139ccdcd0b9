import { useRef } from 'react'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { afterRemoval } from '../../../web/routing/after-removal.ts'
import {
  acceptWarnings,
  type BasketRow,
  type DraftContent,
  removeDraft,
  saveDraft,
} from './drafts.contract.ts'

export type RowActions = ReturnType<typeof useRow>

/** The saved fields of a row, until the list is loaded again. */
type SavedRow = { revision: number; content: DraftContent }

/**
 * The commands of one row. After each, the basket is checked again; a conflict shows what someone else saved. Two fields that are left
 * one right after the other are saved one after the other.
 */
export function useRow(fundId: number) {
  const saves = useRef(new Map<string, Promise<SavedRow | undefined>>())
  /** Whether the command succeeded. */
  const done = async (command: Promise<unknown>): Promise<boolean> => {
    const succeeded = await command.then(
      () => true,
      failure => {
        showFailure(failure)
        return false
      },
    )
    await refreshAll()
    return succeeded
  }
  const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
  const save = async (row: BasketRow, about: Partial<DraftContent>): Promise<SavedRow> => {
    const { draftId } = row
    const saved = await saves.current.get(draftId)
    const known = saved && saved.revision > row.revision ? saved : row
    const content = { ...known.content, ...about }
    const { revision } = await call(saveDraft, {
      params: { fundId, draftId },
      body: body({ revision: known.revision, content }),
    })
    return { revision, content }
  }
  return {
    change: (row: BasketRow, about: Partial<DraftContent>) => {
      const saving = save(row, about)
      saves.current.set(
        row.draftId,
        saving.catch(() => undefined),
      )
      return done(saving)
    },
    accept: ({ draftId }: BasketRow, key: string, accepted: boolean) =>
      done(call(acceptWarnings, { params: { fundId, draftId }, body: body({ keys: [key], accepted }) })),
    remove: async ({ draftId }: BasketRow, name: string) => {
      if (await done(call(removeDraft, { params: { fundId, draftId }, body: body({}) })))
        afterRemoval(`The grant to ${name} was removed.`)
    },
  }
}
