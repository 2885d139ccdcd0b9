import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * True while the page is laid out for print, by its own button or by the browser's menu. The change is on the page before the
 * browser goes on, because it does not wait for React.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const print = window.matchMedia('print')
    const set = (next: boolean) => flushSync(() => setPrinting(next))
    const onBefore = () => set(true)
    const onAfter = () => set(false)
    const onChange = (event: MediaQueryListEvent) => set(event.matches)
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
    // Not every browser sends the events for every way to print.
    print.addEventListener('change', onChange)
    return () => {
      window.removeEventListener('beforeprint', onBefore)
      window.removeEventListener('afterprint', onAfter)
      print.removeEventListener('change', onChange)
    }
  }, [])
  return isPrinting
}
