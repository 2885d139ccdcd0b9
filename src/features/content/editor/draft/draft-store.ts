import { Problem, problems } from '../../../../contract/problems.ts'
import { isSameDraft } from '../../../../web/form/field-errors.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentItem } from '../../editing.contract.ts'

/**
 * `changed`: words that the server has not got yet; `unreachable`: it could not be asked, and will be again; `refused`: it
 * will not take them as they are; `conflict`: somebody else has saved since, and a person decides.
 */
export type DraftState = {
  fields: ContentFields
  state: 'saved' | 'changed' | 'saving' | 'unreachable' | 'refused' | 'conflict'
  /** When the server last took the words, as it says; null: it has none of a draft. */
  savedAt: string | null
  /** What it said about refusing them. */
  refusal: { message: string; errors: Record<string, string[]> } | null
  /** What is there instead, where somebody else has saved. */
  theirs: ContentItem | null
  /** Whether these are words that an earlier page could not save any more. */
  isTakenUp: boolean
}

export type ItemName = Pick<ContentItem, 'kind' | 'name'>

export type DraftStore = {
  read: () => DraftState
  subscribe: (listener: () => void) => () => void
  set: (fields: ContentFields) => void
  /** Whether there are words that only this page has. */
  isDirty: () => boolean
  /** Sends what is not saved yet, now; resolves with whether everything is. */
  saveNow: () => Promise<boolean>
  /** The item is gone: nothing is left to be saved. */
  forget: () => void
  /** The item as somebody else left it, or as a command that asked for it did: its draft becomes what is written on. */
  adopt: (item: ContentItem) => void
  /** The item as it is after any other command. Words that could not be saved before it stay, and a person decides. */
  land: (item: ContentItem) => void
  /** Words that an earlier page could not save any more, and the revision that they were written over. */
  takeUp: (words: { revision: number; fields: ContentFields }) => void
  revision: () => number
  /** The ways out of a conflict. Nothing is lost: the words that give way are shown until then, to be copied. */
  takeTheirs: () => void
  keepMine: () => Promise<boolean>
  stop: () => void
}

type Server = {
  save: (revision: number, fields: ContentFields) => Promise<ContentItem>
  load: () => Promise<ContentItem>
  onSaved: (item: ContentItem) => void
}

/** After the last key: short enough that little is lost, long enough that a sentence is one save. */
export const saveAfterMs = 1500
/** How long until the next try while the server cannot be reached; the last one for ever. */
const retryAfterMs = [3_000, 10_000, 30_000] as const

export const plainTextOf = (item: ContentItem): ContentFields => item.draft?.fields ?? item.start

/** Keeps the draft of one item: what is written here, what the server has of it, and how the two come together. */
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

  /** Whether all is well nevertheless. */
  const failed = async (failure: unknown): Promise<boolean> => {
    if (failure instanceof Problem && failure.code === 'conflict') {
      const theirs = await server.load().catch(() => null)
      if (theirs && isSameDraft(plainTextOf(theirs), kept.fields)) {
        // The same words, from another window or by an answer that got lost on its way.
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
    // What is typed while a save is under way goes with the next one.
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
      // What was written over another revision is not saved over this one unless somebody says so.
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
