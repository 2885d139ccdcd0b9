import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../web/calling/call.ts'
import { query } from '../../../../web/calling/query.ts'
import {
  type ContentItem,
  getContentItem,
  listContentItems,
  saveContentDraft,
} from '../../editing.contract.ts'
import { createDraftKeeper, type DraftKeeper, type DraftState } from './draft-keeper.ts'

/** The draft of an item as the page shows it, and what keeps it. The item's query learns of each save. */
export function useDraft(item: ContentItem): { draft: DraftState; keeper: DraftKeeper } {
  const client = useQueryClient()
  const [keeper] = useState(() => {
    const params = { kind: item.kind, name: item.name }
    return createDraftKeeper(item, {
      save: (revision, fields) =>
        call(saveContentDraft, {
          params,
          body: { data: { type: 'command', attributes: { revision, fields } } },
        }),
      load: () => call(getContentItem, { params }),
      onSaved: next => {
        client.setQueryData(query(getContentItem, { params }).queryKey, next)
        void client.invalidateQueries({ queryKey: [listContentItems.path] })
      },
    })
  })
  const draft = useSyncExternalStore(keeper.subscribe, keeper.read)

  useEffect(() => {
    const save = () => void keeper.saveNow()
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    // Another tab or window is looked at, or the network is back: there may be no later moment.
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', save)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', save)
      keeper.stop()
    }
  }, [keeper])
  return { draft, keeper }
}
