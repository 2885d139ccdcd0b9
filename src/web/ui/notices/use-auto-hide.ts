import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Calls `onEnd` after `delayMs`, not counting time under the pointer or the focus (WCAG 2.2.1). Returns the handlers for the
 * element.
 */
export function useAutoHide(runs: boolean, delayMs: number, onEnd: () => void) {
  const leftMs = useRef(delayMs)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const end = useEffectEvent(onEnd)
  const isHeld = isPointed || isFocused

  useEffect(() => {
    if (!runs || isHeld) return
    const startedMs = Date.now()
    const timer = setTimeout(() => end(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= Date.now() - startedMs
    }
  }, [runs, isHeld])

  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
    },
  }
}
