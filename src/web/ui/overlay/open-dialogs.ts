import { useEffect, useEffectEvent } from 'react'

const closers = new Set<() => void>()

/** Closes everything that lies over the page: at the end of each route (§2.1) and at log-out (§4). */
export function dismissAllDialogs(): void {
  for (const close of [...closers]) close()
}

/** While it is open, the dialog or popover of this component is closed by `dismissAllDialogs`. */
export function useDismissal(isOpen: boolean, close: () => void): void {
  const onDismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const closer = () => onDismiss()
    closers.add(closer)
    return () => {
      closers.delete(closer)
    }
  }, [isOpen])
}
