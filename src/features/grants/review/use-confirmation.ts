import { useState } from 'react'

/** Thrown by a form's save when the user cancels the confirmation. It is not a failure. */
export const notConfirmed = Symbol('not confirmed')

export type Confirmation = {
  /** Opens the dialog; resolves with the answer. */
  ask: () => Promise<boolean>
  answer: (isConfirmed: boolean) => void
  isOpen: boolean
  /** True after the user confirmed: the command may be running. */
  isConfirmed: boolean
}

/** A confirmation dialog between a form's submit and its call. */
export function useConfirmation(): Confirmation {
  const [resolveAnswer, setResolveAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  const [isConfirmed, setConfirmed] = useState(false)
  return {
    ask: () => {
      setConfirmed(false)
      return new Promise(resolve => setResolveAnswer(() => resolve))
    },
    answer: isYes => {
      setConfirmed(isYes)
      setResolveAnswer(null)
      resolveAnswer?.(isYes)
    },
    isOpen: resolveAnswer !== null,
    isConfirmed,
  }
}
