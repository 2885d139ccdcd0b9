import { useRef, useState } from 'react'
import { showFailure } from './show-failure.ts'

/** Runs one command at a time: a second press while the first is under way does nothing. Failures are shown. */
export function usePending(onFailure: (failure: unknown) => void = showFailure) {
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const run = async (command: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      await command()
    } catch (failure) {
      onFailure(failure)
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return { isPending, run }
}
