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

/** Stores the draft of one item in memory, saves it to the server and detects conflicts. Its methods are bound, so that React can call them. */
export class DraftStore {
  #current: DraftState
  #onServer: ContentFields
  #revision: number
  #saving: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  readonly #item: ContentItem
  readonly #server: Server
  readonly #listeners = new Set<() => void>()

  constructor(item: ContentItem, server: Server) {
    this.#item = item
    this.#server = server
    this.#current = stateOf(item)
    this.#onServer = plainTextOf(item)
    this.#revision = item.revision
  }

  read = (): DraftState => this.#current

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  set = (fields: ContentFields): void => {
    const { state: before } = this.#current
    const isSettled = isSameDraft(fields, this.#onServer)
    const state = before === 'conflict' || before === 'saving' ? before : 'changed'
    this.#update({ fields, state: isSettled && state === 'changed' ? 'saved' : state, refusal: null })
    if (state !== 'conflict') this.#saveAfter(saveAfterMs)
  }

  /** Whether there are unsaved changes. */
  isDirty = (): boolean => !isSameDraft(this.#current.fields, this.#onServer)

  /** Saves unsaved changes now; resolves with whether everything is saved. */
  saveNow = async (): Promise<boolean> => {
    clearTimeout(this.#timer)
    // Changes made during a save go with the next one.
    while (this.#saving) await this.#saving
    if (!this.isDirty()) return true
    if (this.#current.state === 'conflict') return false
    this.#saving = this.#send().finally(() => {
      this.#saving = null
    })
    return (await this.#saving) ? await this.saveNow() : false
  }

  /** Drops unsaved changes, for an item that was deleted. */
  discard = (): void => {
    clearTimeout(this.#timer)
    this.#onServer = this.#current.fields
    this.#update({ state: 'saved' })
  }

  /** Replaces the draft with that of the item. */
  replace = (next: ContentItem): void => {
    clearTimeout(this.#timer)
    this.#onServer = plainTextOf(next)
    this.#revision = next.revision
    this.#update(stateOf(next))
  }

  /** Applies the item that a command returned. Unsaved changes stay and become a conflict if the draft has changed. */
  applyCommand = (next: ContentItem): void => {
    if (!this.isDirty()) this.replace(next)
    else if (next.revision !== this.#revision) this.#update(conflictWith(next))
  }

  /** Restores a local backup, with the revision that it was based on. */
  restoreBackup = (backup: { revision: number; fields: ContentFields }): void => {
    if (isSameDraft(backup.fields, this.#onServer)) return
    const isNewest = backup.revision === this.#revision && this.#item.may.edit
    // A backup of an older revision is not saved over a newer one unless the editor chooses so.
    this.#revision = backup.revision
    this.#update({
      fields: backup.fields,
      isRestored: true,
      ...(isNewest ? { state: 'changed' } : conflictWith(this.#item)),
    })
    if (isNewest) this.#saveAfter(saveAfterMs)
  }

  revision = (): number => this.#revision

  /** Resolves a conflict with the other text. Both texts stay visible until then, so that the other can be copied. */
  acceptTheirs = (): void => {
    const { theirs } = this.#current
    if (!theirs) return
    this.#server.onSaved(theirs)
    this.replace(theirs)
  }

  /** Resolves a conflict with the editor's own text. */
  keepMine = (): Promise<boolean> => {
    const { theirs } = this.#current
    if (theirs) {
      this.#revision = theirs.revision
      this.#onServer = plainTextOf(theirs)
      this.#update({ state: 'changed', theirs: null })
    }
    return this.saveNow()
  }

  stop = (): void => clearTimeout(this.#timer)

  #update(change: Partial<DraftState>): void {
    this.#current = { ...this.#current, ...change }
    for (const listener of this.#listeners) listener()
  }

  #saveAfter(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.saveNow(), delayMs)
  }

  async #send(): Promise<boolean> {
    const sent = this.#current.fields
    this.#update({ state: 'saving' })
    try {
      const next = await this.#server.save(this.#revision, sent)
      this.#onServer = sent
      this.#revision = next.revision
      this.#failures = 0
      this.#update({
        state: this.isDirty() ? 'changed' : 'saved',
        savedAt: next.draft?.saved.at ?? null,
        refusal: null,
      })
      this.#server.onSaved(next)
      return true
    } catch (failure) {
      return await this.#handleFailure(failure)
    }
  }

  /** Handles a failed save; resolves with whether the fields are saved nevertheless. */
  async #handleFailure(failure: unknown): Promise<boolean> {
    if (failure instanceof Problem && failure.code === 'conflict') {
      const theirs = await this.#server.load().catch(() => null)
      if (theirs && isSameDraft(plainTextOf(theirs), this.#current.fields)) {
        // The same fields, saved by another window or by a request whose response was lost.
        this.#server.onSaved(theirs)
        this.replace(theirs)
        return true
      }
      if (theirs) this.#update(conflictWith(theirs))
      else this.#retryLater()
    } else if (failure instanceof Problem && failure.code !== 'unavailable') {
      const message = failure.detail ?? problems[failure.code].title
      this.#update({ state: 'refused', refusal: { message, errors: failure.errors ?? {} } })
    } else this.#retryLater()
    return false
  }

  #retryLater(): void {
    this.#update({ state: 'unreachable' })
    this.#saveAfter(retryAfterMs[Math.min(this.#failures, retryAfterMs.length - 1)] ?? saveAfterMs)
    this.#failures += 1
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
