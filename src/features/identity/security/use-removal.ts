import { useState } from 'react'
import { showFailure } from '../../../web/api/show-failure.ts'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { refreshSecurity } from './refresh-security.ts'

/**
 * A removal with a confirmation: the selected item, whether it is running, and the toast text `done` afterwards. A failure is
 * shown once, as a toast, after the confirmation has closed.
 */
export function useRemoval<Item>(remove: (item: Item) => Promise<unknown>, done: string) {
  const [selected, setSelected] = useState<{ item: Item } | null>(null)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    if (!selected || isPending) return
    setPending(true)
    // Closed first, so that the step-up dialog does not open above it.
    setSelected(null)
    try {
      await remove(selected.item)
      showToast({ header: done, className: 'success' })
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
    await refreshSecurity()
  }
  return {
    selected: selected?.item ?? null,
    isPending,
    request: (item: Item) => setSelected({ item }),
    cancel: () => setSelected(null),
    confirm: () => void confirm(),
  }
}
