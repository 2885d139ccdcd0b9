import { useCallback } from 'react'

/**
 * For the element around a menu: writes into the page in how many rows its entries stand (`--menu-rows`), which hangs on the person, the
 * window and the face. What stays in sight above the page is so much higher, and nothing may stop under it (§2.3).
 */
export function useCountedRows(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const { style } = element.ownerDocument.documentElement
    const watch = new ResizeObserver(() => {
      const tops = [...element.querySelectorAll('li')].map(entry => entry.offsetTop)
      style.setProperty('--menu-rows', String(Math.max(1, new Set(tops).size)))
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty('--menu-rows')
    }
  }, [])
}
