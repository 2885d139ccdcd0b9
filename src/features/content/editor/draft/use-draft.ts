import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../web/api/call.ts'
import { query } from '../../../../web/api/query.ts'
import { sessionStore } from '../../../../web/session/session-store.ts'
import {
  type ContentItem,
  getContentItem,
  listContentItems,
  saveContentDraft,
} from '../../editing.contract.ts'
import { type DraftState, DraftStore, type ItemName } from './draft-store.ts'
import { backupSlotOf } from './local-backup.ts'

/** The draft of an item and its store. Each save updates the item's query. */
export function useDraft(item: ContentItem): { draft: DraftState; store: DraftStore } {
  const client = useQueryClient()
  const [store] = useState(() => {
    const params = { kind: item.kind, name: item.name }
    return new DraftStore(item, {
      save: (revision, fields) =>
        call(saveContentDraft, {
          params,
          body: { data: { type: 'command', attributes: { revision, fields } } },
        }),
      load: () => call(getContentItem, { params }),
      onSaved: async next => {
        const { queryKey } = query(getContentItem, { params })
        // A fetch in flight would overwrite it with older data.
        await client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, next)
        void client.invalidateQueries({ queryKey: [listContentItems.path] })
      },
    })
  })
  const draft = useSyncExternalStore(store.subscribe, store.read)
  const { kind, name } = item
  useEffect(() => saveLocalBackup(store, { kind, name }), [store, kind, name])

  useEffect(() => {
    const save = () => void store.saveNow()
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    // Save when the tab is hidden, which may be the last chance, and when the network is back.
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', save)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', save)
      store.stop()
    }
  }, [store])
  return { draft, store }
}

/** Restores an earlier backup and backs up unsaved changes. Returns the cleanup. */
function saveLocalBackup(store: DraftStore, item: ItemName): () => void {
  const session = sessionStore.read()
  if (session.state !== 'signed-in') return () => {}
  const slot = backupSlotOf(session.facts.userId, item)
  let isBackedUp = false
  const update = () => {
    if (store.isDirty()) slot.save({ revision: store.revision(), fields: store.read().fields })
    // Delete only what this page has stored: another window may have its own backup.
    else if (isBackedUp) slot.delete()
    isBackedUp = store.isDirty()
  }
  const backup = slot.read()
  const stop = store.subscribe(update)
  if (backup) {
    isBackedUp = true
    store.restoreBackup(backup)
    update()
  }
  return () => {
    stop()
    // Someone who leaves without saving has confirmed it; someone whose session ended has not.
    if (isBackedUp && sessionStore.read().state === 'signed-in') slot.delete()
  }
}
