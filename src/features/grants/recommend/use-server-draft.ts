import { useEffect, useRef, useState } from 'react'
import { type OtherEdits, Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { currentBook } from '../../../web/api/query.ts'
import { authToken } from '../../../web/session/session-store.ts'
import { type DraftContent, saveDraft } from '../baskets/drafts.contract.ts'

/** The pause after the last key before a draft is saved. */
const saveDelayMs = 800

type DraftState =
  /** Nothing entered, or everything on the server. */
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  /** The entries are on this device only. */
  | { kind: 'failed' }
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
    setState({ kind: 'saving' })
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
  useEffect(() => {
    if (!isReady || !isWorthSaving || text === known.current.text) return
    const timer = setTimeout(() => void saveRef.current(), saveDelayMs)
    return () => clearTimeout(timer)
  }, [text, isReady, isWorthSaving])
  // Input is also saved if the person leaves within the pause, unless they were logged out.
  useEffect(
    () => () => {
      if (latest.current.isWorthSaving && authToken.read() !== null) void saveRef.current()
    },
    [],
  )

  // What was typed since the last save is not saved yet, also before its save begins.
  const isBehind = state.kind === 'saved' && text !== known.current.text
  return {
    state: isBehind ? ({ kind: 'saving' } satisfies DraftState) : state,
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
    /** Replaces the version that someone else saved. */
    keepOwn: (edits: OtherEdits) => {
      known.current = { ...known.current, revision: edits.revision, isStopped: false, text: '' }
      setState({ kind: 'saving' })
      void saveRef.current()
    },
  }
}

/** What is known of the server's copy. `text` is what need not be saved: at first what the form began with. */
const knownAt = (revision: number) => ({
  revision,
  text: null as string | null,
  isStopped: false,
  saving: null as Promise<void> | null,
})

function stateAfter(failure: unknown): DraftState {
  if (!(failure instanceof Problem) || failure.code !== 'conflict') return { kind: 'failed' }
  const { otherEdits, detail = '' } = failure
  return otherEdits ? { kind: 'conflict', edits: otherEdits } : { kind: 'gone', detail }
}

const textOf = (content: DraftContent): string =>
  JSON.stringify(content, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
