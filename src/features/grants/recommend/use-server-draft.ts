import { type RefObject, useEffect, useRef, useState } from 'react'
import type { OtherEdits } from '../../../contract/problem-document.ts'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { currentBook } from '../../../web/api/query.ts'
import { isOffline } from '../../../web/errors/connection.ts'
import { authToken } from '../../../web/session/session-store.ts'
import { type DraftContent, saveDraft, tooManyDrafts } from '../baskets/drafts.contract.ts'

/** The pause after the last key before a draft is saved. */
const saveDelayMs = 800

export type DraftState =
  /** Nothing entered, or everything on the server. */
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  /** The entries are on this device only. Another save follows the next change, the connection's return, or `saveAgain`. */
  | { kind: 'failed'; failure: unknown; isRetrying: boolean }
  /** Someone else saved another version; the entries are still in the form. */
  | { kind: 'conflict'; edits: OtherEdits }
  /** It was submitted or removed elsewhere. */
  | { kind: 'gone'; detail: string }

type ServerDraftOptions = {
  fundId: number
  draftId: string
  /** The revision that the form was loaded from; 0: the server has none. */
  revision: number
  content: DraftContent
  /** Whether the content is what the person sees, which it is not while the charity of the address is loading. */
  isReady: boolean
  /** Whether there is anything to save. */
  isWorthSaving: boolean
}

/**
 * Saves a draft on the server while it is filled in: a moment after the last change, one save at a time, the latest content last. A conflict
 * stops the saving until the person decides.
 */
export function useServerDraft(options: ServerDraftOptions) {
  const { fundId, draftId, content, isReady, isWorthSaving, ...loaded } = options
  // The draft stays in its book, whatever the person views by the time it is saved.
  const [inBook] = useState(currentBook)
  const [state, setState] = useState<DraftState>({ kind: 'idle' })
  const [revision, setRevision] = useState(loaded.revision)
  const known = useRef(knownAt(loaded.revision))
  if (isReady && known.current.text === null) known.current.text = textOf(content)
  const latest = useRef({ content, isWorthSaving })
  latest.current = { content, isWorthSaving }

  const save = async () => {
    const { current } = known
    if (current.saving !== null || current.isStopped) return
    const sent = latest.current.content
    if (current.text === null || textOf(sent) === current.text) return
    // The reason stays until it is known to be gone.
    setState(last => (last.kind === 'failed' ? { ...last, isRetrying: true } : { kind: 'saving' }))
    current.saving = send(sent)
    await current.saving
    current.saving = null
    // Input during the save.
    if (textOf(latest.current.content) !== textOf(sent)) void saveRef.current()
  }
  const send = async (sent: DraftContent) => {
    const { current } = known
    try {
      const body = {
        data: { type: 'command' as const, attributes: { revision: current.revision, content: sent } },
      }
      const saved = await call(saveDraft, { params: { fundId, draftId }, body }, { ...inBook, fundId })
      current.revision = saved.revision
      current.text = textOf(sent)
      setRevision(saved.revision)
      setState({ kind: 'saved', at: saved.changedAt })
    } catch (failure) {
      const after = stateAfter(failure)
      current.isStopped ||= after.kind !== 'failed'
      setState(after)
    }
  }
  const saveRef = useRef(save)
  saveRef.current = save

  const text = textOf(content)
  useAutosave(saveRef, {
    text: isReady && isWorthSaving && text !== known.current.text ? text : null,
    isUnsent: state.kind === 'failed' && isOffline(state.failure),
    mayLeave: () => !latest.current.isWorthSaving,
  })

  return {
    state: shownState(state, text === known.current.text),
    revision,
    isSaved: () => text === known.current.text && known.current.revision > 0,
    /** The draft is being submitted, so it is not saved any more. Resolves once a save that is under way has ended. */
    stop: async () => {
      known.current.isStopped = true
      await known.current.saving
    },
    /** The submission was refused, so the draft is still there. */
    resume: () => {
      known.current.isStopped = false
      if (text !== known.current.text) void saveRef.current()
    },
    /** Sends the entries again after a failure. */
    saveAgain: () => void saveRef.current(),
    /** Replaces the version that someone else saved. */
    keepOwn: (edits: OtherEdits) => {
      known.current = { ...known.current, revision: edits.revision, isStopped: false, text: '' }
      setState({ kind: 'saving' })
      void saveRef.current()
    },
  }
}

/** The state where what is typed now is on the server, or is not. */
function shownState(state: DraftState, isStored: boolean): DraftState {
  // What was typed since the last save is not saved yet, also before its save begins.
  if (state.kind === 'saved' && !isStored) return { kind: 'saving' }
  // The person took back what could not be saved.
  return state.kind === 'failed' && isStored ? { kind: 'idle' } : state
}

type Autosave = {
  /** What is to be saved; null: nothing. */
  text: string | null
  /** Whether a save failed because the device was offline. */
  isUnsent: boolean
  /** Whether nothing of it needs to be saved when the person leaves. */
  mayLeave: () => boolean
}

/** Saves a moment after the last change, when the connection is back, and on leaving. */
function useAutosave(saveRef: RefObject<() => Promise<void>>, { text, isUnsent, mayLeave }: Autosave) {
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => void saveRef.current(), saveDelayMs)
    return () => clearTimeout(timer)
  }, [text, saveRef])
  useEffect(() => {
    if (!isUnsent) return
    const onOnline = () => void saveRef.current()
    // The connection may be back before this listens.
    if (navigator.onLine) onOnline()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isUnsent, saveRef])
  const mayLeaveRef = useRef(mayLeave)
  mayLeaveRef.current = mayLeave
  // Input is also saved if the person leaves within the pause, unless they were logged out.
  useEffect(
    () => () => {
      if (!mayLeaveRef.current() && authToken.read() !== null) void saveRef.current()
    },
    [saveRef],
  )
}

/** What is known of the server's copy. `text` is what need not be saved: at first what the form began with. */
const knownAt = (revision: number) => ({
  revision,
  text: null as string | null,
  isStopped: false,
  saving: null as Promise<void> | null,
})

function stateAfter(failure: unknown): DraftState {
  const isSettled =
    failure instanceof Problem && failure.code === 'conflict' && failure.detail !== tooManyDrafts
  if (!isSettled) return { kind: 'failed', failure, isRetrying: false }
  const { otherEdits, detail = '' } = failure
  return otherEdits ? { kind: 'conflict', edits: otherEdits } : { kind: 'gone', detail }
}

const textOf = (content: DraftContent): string =>
  JSON.stringify(content, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
