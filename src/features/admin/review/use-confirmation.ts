import { useState } from 'react'

/** Thrown by a save that the reader took back at the question: nothing failed. */
export const notConfirmed = Symbol('not confirmed')

export type Confirmation = {
  /** Opens the question; resolves with the answer. */
  ask: () => Promise<boolean>
  answer: (isConfirmed: boolean) => void
  isAsking: boolean
  /** From yes on: what was asked about may be under way. */
  isConfirmed: boolean
}

/** A question between the submit of a form and its call. */
export function useConfirmation(): Confirmation {
  const [asked, setAsked] = useState<((isConfirmed: boolean) => void) | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  return {
    ask: () => {
      setConfirmed(false)
      return new Promise(resolve => setAsked(() => resolve))
    },
    answer: isYes => {
      setConfirmed(isYes)
      setAsked(null)
      asked?.(isYes)
    },
    isAsking: asked !== null,
    isConfirmed,
  }
}
