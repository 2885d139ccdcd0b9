import { showToast } from '../ui/notices/toast-store.ts'

/** A list of the screen of which some rows are not loaded. */
export type PartialList = {
  /** Resolves when all rows are on the screen; rejects if they cannot be loaded. */
  loadAll: () => Promise<void>
  showAsBefore: () => void
}

const partialLists = new Set<PartialList>()

/**
 * While a list is partial, the keys that print (Ctrl+P, ⌘P) first load the rest of it: a browser does not wait for rows once its
 * dialog opens. Returns the function that ends it.
 */
export function addPartialList(list: PartialList): () => void {
  if (partialLists.size === 0) document.addEventListener('keydown', printInstead)
  partialLists.add(list)
  return () => {
    partialLists.delete(list)
    if (partialLists.size === 0) document.removeEventListener('keydown', printInstead)
  }
}

let isPreparing = false

/** Prints the page with all rows of its lists, or says why not. Afterwards they show as many as before. */
export async function printWhole(): Promise<void> {
  if (isPreparing) return
  isPreparing = true
  const lists = [...partialLists]
  const showAsBefore = () => {
    for (const list of lists) list.showAsBefore()
  }
  try {
    await Promise.all(lists.map(list => list.loadAll()))
    window.addEventListener('afterprint', showAsBefore, { once: true })
    window.print()
  } catch {
    showAsBefore()
    showToast({
      header: 'Nothing was printed',
      message: 'Not all rows of the list could be loaded. Please try again.',
      className: 'error',
    })
  }
  isPreparing = false
}

function printInstead(event: KeyboardEvent): void {
  // In text fields of a Mac Ctrl+P goes one line up.
  const isHeld = navigator.platform.startsWith('Mac') ? event.metaKey : event.ctrlKey
  if (event.key.toLowerCase() !== 'p' || !isHeld || event.altKey || event.shiftKey) return
  event.preventDefault()
  void printWhole()
}
