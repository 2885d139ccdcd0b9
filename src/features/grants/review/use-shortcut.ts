import { useEffect, useEffectEvent } from 'react'

/**
 * Runs something when a key is pressed together with Alt, wherever the focus is. A key alone would also be what people type, or say to
 * software that writes for them.
 */
export function useShortcut(code: `Key${string}`, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== code || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
