import { useEffect, useState } from 'react'
import { useDebounced } from '../api/use-debounced.ts'

/** Browsers allow few changes of the address in a short time. */
const settledAfterMs = 400

/**
 * What is typed in a search whose words the address holds (habits 9): the field and what it finds follow each letter, the
 * address once the typing rests. A change of the address from elsewhere, such as a link on the page, takes the field along.
 */
export function useTyped(inAddress: string, write: (typed: string) => void) {
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [written, setWritten] = useState(inAddress)
  if (inAddress !== seen) {
    setSeen(inAddress)
    // The address bears no space at the end, which somebody who rests between two words has typed.
    if (inAddress !== written.trim()) {
      setWritten(inAddress)
      setTyped(inAddress)
    }
  }
  const settled = useDebounced(typed, settledAfterMs)
  // What was typed before the address changed elsewhere has not been written, and is not to be.
  const isDue = settled === typed && settled !== written
  useEffect(() => {
    if (!isDue) return
    setWritten(settled)
    write(settled)
  }, [isDue, settled, write])
  return [typed, setTyped] as const
}
