import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

function change(next: boolean): void {
  if (isPrinting === next) return
  isPrinting = next
  // What is printed is on the page before the browser goes on, because it does not wait for React.
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}

function subscribe(listener: () => void): () => void {
  startListening()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

let isListening = false

function startListening(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('beforeprint', () => change(true))
  window.addEventListener('afterprint', () => change(false))
  // Not every browser sends the events for every way to print.
  window.matchMedia('print').addEventListener('change', event => change(event.matches))
}

/**
 * True while the page is laid out for print, by its own button or by the browser's menu; also for what appears only then, such as the
 * sections of a statement.
 */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
}
