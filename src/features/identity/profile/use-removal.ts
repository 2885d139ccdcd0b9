import { useState } from 'react'
import { showFailure } from '../../../web/api/show-failure.ts'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { refreshProfile } from './refresh-profile.ts'

/**
 * Something that is asked about before it is done: which one, whether it is under way, and what to say afterwards. A failure
 * is said once, by a toast, after the question is closed.
 */
export function useRemoval<Thing>(remove: (thing: Thing) => Promise<unknown>, done: string) {
  const [asked, setAsked] = useState<{ thing: Thing } | null>(null)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    if (!asked || isPending) return
    setPending(true)
    // Closed first: the question about who is asking (step-up) must not lie over this one.
    setAsked(null)
    try {
      await remove(asked.thing)
      showToast({ header: done, className: 'success' })
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
    await refreshProfile()
  }
  return {
    asked: asked?.thing ?? null,
    isPending,
    ask: (thing: Thing) => setAsked({ thing }),
    cancel: () => setAsked(null),
    confirm: () => void confirm(),
  }
}
