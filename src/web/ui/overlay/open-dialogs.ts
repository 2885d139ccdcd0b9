import { useEffect, useEffectEvent } from 'react'

const closers = new Set<() => void>()

/** Closes all dialogs and popovers: on each route change (§2.1) and when logging out (§4). */
export function dismissAllDialogs(): void {
  for (const close of [...closers]) close()
}

/** While open, `dismissAllDialogs` closes the dialog or popover of this component. */
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
