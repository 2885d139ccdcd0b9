import { useState } from 'react'

/** Thrown by a save that the reader took back at the question: nothing failed. */
export const notConfirmed = Symbol('not confirmed')

export type Confirmation = {
  /** Opens the question; resolves with the answer. */
  ask: () => Promise<boolean>
  answer: (isConfirmed: boolean) => void
  isAsking: boolean
}

/** A question between the submit of a form and its call. */
export function useConfirmation(): Confirmation {
  const [asked, setAsked] = useState<((isConfirmed: boolean) => void) | null>(null)
  return {
    ask: () => new Promise(resolve => setAsked(() => resolve)),
    answer: isConfirmed => {
      asked?.(isConfirmed)
      setAsked(null)
    },
    isAsking: asked !== null,
  }
}
