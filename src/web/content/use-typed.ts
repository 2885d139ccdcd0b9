import { useEffect, useState } from 'react'
import { useDebounced } from '../api/use-debounced.ts'

/** Browsers limit how often the address may change. */
const settledAfterMs = 400

/**
 * The text of a search whose keywords are in the address: the field updates with each key, the address after a pause. When the
 * address changes otherwise, for example by a link, the field follows.
 */
export function useTyped(inAddress: string, write: (typed: string) => void) {
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [written, setWritten] = useState(inAddress)
  if (inAddress !== seen) {
    setSeen(inAddress)
    // The address drops a trailing space, which a person typing the next word still needs.
    if (inAddress !== written.trim()) {
      setWritten(inAddress)
      setTyped(inAddress)
    }
  }
  const settled = useDebounced(typed, settledAfterMs)
  // The address changed otherwise, so the pending text must not be written.
  const isDue = settled === typed && settled !== written
  useEffect(() => {
    if (!isDue) return
    setWritten(settled)
    write(settled)
  }, [isDue, settled, write])
  return [typed, setTyped] as const
}
