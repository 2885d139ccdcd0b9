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
  isTakenUp: boolean
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
  forget: () => void
  /** Replaces the draft with that of the item. */
  adopt: (item: ContentItem) => void
  /** Applies the item that a command returned. Unsaved changes stay and become a conflict if the draft has changed. */
  land: (item: ContentItem) => void
  /** Restores a local backup, with the revision that it was based on. */
  takeUp: (words: { revision: number; fields: ContentFields }) => void
  revision: () => number
  /** Resolve a conflict. Both texts stay visible until then, so that the other can be copied. */
  takeTheirs: () => void
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
  let kept: DraftState = stateOf(item)
  let onServer = plainTextOf(item)
  let revision = item.revision
  let saving: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const listeners = new Set<() => void>()

  const update = (change: Partial<DraftState>) => {
    kept = { ...kept, ...change }
    for (const listener of listeners) listener()
  }
  const isDirty = () => !isSameDraft(kept.fields, onServer)
  const later = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), delayMs)
  }

  const adopt = (next: ContentItem) => {
    clearTimeout(timer)
    onServer = plainTextOf(next)
    revision = next.revision
    update(stateOf(next))
  }

  /** Handles a failed save; resolves with whether the fields are saved nevertheless. */
  const failed = async (failure: unknown): Promise<boolean> => {
    if (failure instanceof Problem && failure.code === 'conflict') {
      const theirs = await server.load().catch(() => null)
      if (theirs && isSameDraft(plainTextOf(theirs), kept.fields)) {
        // The same fields, saved by another window or by a request whose response was lost.
        server.onSaved(theirs)
        adopt(theirs)
        return true
      }
      if (theirs) update(conflictWith(theirs))
      else tryAgain()
    } else if (failure instanceof Problem && failure.code !== 'unavailable') {
      const message = failure.detail ?? problems[failure.code].title
      update({ state: 'refused', refusal: { message, errors: failure.errors ?? {} } })
    } else tryAgain()
    return false
  }
  const tryAgain = () => {
    update({ state: 'unreachable' })
    later(retryAfterMs[Math.min(failures, retryAfterMs.length - 1)] ?? saveAfterMs)
    failures += 1
  }

  const send = async (): Promise<boolean> => {
    const sent = kept.fields
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
      return await failed(failure)
    }
  }

  const saveNow = async (): Promise<boolean> => {
    clearTimeout(timer)
    // Changes made during a save go with the next one.
    while (saving) await saving
    if (!isDirty()) return true
    if (kept.state === 'conflict') return false
    saving = send().finally(() => {
      saving = null
    })
    return (await saving) ? await saveNow() : false
  }

  return {
    read: () => kept,
    subscribe: listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set: fields => {
      const isSettled = isSameDraft(fields, onServer)
      const state = kept.state === 'conflict' || kept.state === 'saving' ? kept.state : 'changed'
      update({ fields, state: isSettled && state === 'changed' ? 'saved' : state, refusal: null })
      if (state !== 'conflict') later(saveAfterMs)
    },
    isDirty,
    saveNow,
    adopt,
    forget: () => {
      clearTimeout(timer)
      onServer = kept.fields
      update({ state: 'saved' })
    },
    land: next => {
      if (!isDirty()) adopt(next)
      else if (next.revision !== revision) update(conflictWith(next))
    },
    takeUp: words => {
      if (isSameDraft(words.fields, onServer)) return
      const isNewest = words.revision === revision && item.may.edit
      // A backup of an older revision is not saved over a newer one unless the editor chooses so.
      revision = words.revision
      update({
        fields: words.fields,
        isTakenUp: true,
        ...(isNewest ? { state: 'changed' } : conflictWith(item)),
      })
      if (isNewest) later(saveAfterMs)
    },
    revision: () => revision,
    takeTheirs: () => {
      if (kept.theirs) {
        server.onSaved(kept.theirs)
        adopt(kept.theirs)
      }
    },
    keepMine: () => {
      if (kept.theirs) {
        revision = kept.theirs.revision
        onServer = plainTextOf(kept.theirs)
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
    isTakenUp: false,
  }
}
