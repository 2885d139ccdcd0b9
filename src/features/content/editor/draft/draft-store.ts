import { Problem, problems } from '../../../../contract/problems.ts'
import { isSameDraft } from '../../../../web/form/field-errors.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentItem } from '../../editing.contract.ts'

/**
 * `changed`: not saved yet; `unreachable`: the save failed and will be retried; `refused`: the server rejected the fields;
 * `conflict`: someone else has saved since, and the editor must choose.
 */
export type DraftState = {
  fields: ContentFields
  state: 'saved' | 'changed' | 'saving' | 'unreachable' | 'refused' | 'conflict'
  /** When the server last saved the draft; null if there is no draft. */
  savedAt: string | null
  /** Why the server rejected the fields. */
  refusal: { message: string; errors: Record<string, string[]> } | null
  /** The item as someone else saved it, during a conflict. */
  theirs: ContentItem | null
  /** Whether the fields come from a local backup. */
  isRestored: boolean
}

export type ItemName = Pick<ContentItem, 'kind' | 'name'>

export type DraftStore = {
  read: () => DraftState
  subscribe: (listener: () => void) => () => void
  set: (fields: ContentFields) => void
  /** Whether there are unsaved changes. */
  isDirty: () => boolean
  /** Saves unsaved changes now; resolves with whether everything is saved. */
  saveNow: () => Promise<boolean>
  /** Drops unsaved changes, for an item that was deleted. */
  discard: () => void
  /** Replaces the draft with that of the item. */
  replace: (item: ContentItem) => void
  /** Applies the item that a command returned. Unsaved changes stay and become a conflict if the draft has changed. */
  applyCommand: (item: ContentItem) => void
  /** Restores a local backup, with the revision that it was based on. */
  restoreBackup: (backup: { revision: number; fields: ContentFields }) => void
  revision: () => number
  /** Resolve a conflict. Both texts stay visible until then, so that the other can be copied. */
  acceptTheirs: () => void
  keepMine: () => Promise<boolean>
  stop: () => void
}

type Server = {
  save: (revision: number, fields: ContentFields) => Promise<ContentItem>
  load: () => Promise<ContentItem>
  onSaved: (item: ContentItem) => void
}

/** Delay after the last keystroke: short enough to lose little, long enough to save a sentence at once. */
export const saveAfterMs = 1500
/** Delays before each retry while the server is unreachable; the last one repeats. */
const retryAfterMs = [3_000, 10_000, 30_000] as const

export const plainTextOf = (item: ContentItem): ContentFields => item.draft?.fields ?? item.start

/** Holds the draft of one item, saves it to the server and detects conflicts. */
export function createDraftStore(item: ContentItem, server: Server): DraftStore {
  let current: DraftState = stateOf(item)
  let onServer = plainTextOf(item)
  let revision = item.revision
  let saving: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const listeners = new Set<() => void>()

  const update = (change: Partial<DraftState>) => {
    current = { ...current, ...change }
    for (const listener of listeners) listener()
  }
  const isDirty = () => !isSameDraft(current.fields, onServer)
  const saveAfter = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), delayMs)
  }

  const replace = (next: ContentItem) => {
    clearTimeout(timer)
    onServer = plainTextOf(next)
    revision = next.revision
    update(stateOf(next))
  }

  /** Handles a failed save; resolves with whether the fields are saved nevertheless. */
  const handleFailure = async (failure: unknown): Promise<boolean> => {
    if (failure instanceof Problem && failure.code === 'conflict') {
      const theirs = await server.load().catch(() => null)
      if (theirs && isSameDraft(plainTextOf(theirs), current.fields)) {
        // The same fields, saved by another window or by a request whose response was lost.
        server.onSaved(theirs)
        replace(theirs)
        return true
      }
      if (theirs) update(conflictWith(theirs))
      else retryLater()
    } else if (failure instanceof Problem && failure.code !== 'unavailable') {
      const message = failure.detail ?? problems[failure.code].title
      update({ state: 'refused', refusal: { message, errors: failure.errors ?? {} } })
    } else retryLater()
    return false
  }
  const retryLater = () => {
    update({ state: 'unreachable' })
    saveAfter(retryAfterMs[Math.min(failures, retryAfterMs.length - 1)] ?? saveAfterMs)
    failures += 1
  }

  const send = async (): Promise<boolean> => {
    const sent = current.fields
    update({ state: 'saving' })
    try {
      const next = await server.save(revision, sent)
      onServer = sent
      revision = next.revision
      failures = 0
      update({ state: isDirty() ? 'changed' : 'saved', savedAt: next.draft?.saved.at ?? null, refusal: null })
      server.onSaved(next)
      return true
    } catch (failure) {
      return await handleFailure(failure)
    }
  }

  const saveNow = async (): Promise<boolean> => {
    clearTimeout(timer)
    // Changes made during a save go with the next one.
    while (saving) await saving
    if (!isDirty()) return true
    if (current.state === 'conflict') return false
    saving = send().finally(() => {
      saving = null
    })
    return (await saving) ? await saveNow() : false
  }

  return {
    read: () => current,
    subscribe: listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set: fields => {
      const isSettled = isSameDraft(fields, onServer)
      const state = current.state === 'conflict' || current.state === 'saving' ? current.state : 'changed'
      update({ fields, state: isSettled && state === 'changed' ? 'saved' : state, refusal: null })
      if (state !== 'conflict') saveAfter(saveAfterMs)
    },
    isDirty,
    saveNow,
    replace,
    discard: () => {
      clearTimeout(timer)
      onServer = current.fields
      update({ state: 'saved' })
    },
    applyCommand: next => {
      if (!isDirty()) replace(next)
      else if (next.revision !== revision) update(conflictWith(next))
    },
    restoreBackup: backup => {
      if (isSameDraft(backup.fields, onServer)) return
      const isNewest = backup.revision === revision && item.may.edit
      // A backup of an older revision is not saved over a newer one unless the editor chooses so.
      revision = backup.revision
      update({
        fields: backup.fields,
        isRestored: true,
        ...(isNewest ? { state: 'changed' } : conflictWith(item)),
      })
      if (isNewest) saveAfter(saveAfterMs)
    },
    revision: () => revision,
    acceptTheirs: () => {
      if (current.theirs) {
        server.onSaved(current.theirs)
        replace(current.theirs)
      }
    },
    keepMine: () => {
      if (current.theirs) {
        revision = current.theirs.revision
        onServer = plainTextOf(current.theirs)
        update({ state: 'changed', theirs: null })
      }
      return saveNow()
    },
    stop: () => clearTimeout(timer),
  }
}

const conflictWith = (theirs: ContentItem) => ({ state: 'conflict', theirs }) as const

function stateOf(item: ContentItem): DraftState {
  return {
    fields: plainTextOf(item),
    state: 'saved',
    savedAt: item.draft?.saved.at ?? null,
    refusal: null,
    theirs: null,
    isRestored: false,
  }
}
