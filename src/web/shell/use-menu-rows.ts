import { useCallback } from 'react'

/**
 * Ref for the element around a menu. Sets `--menu-rows` to the number of rows that its entries take, which depends on person,
 * window and font, so that scroll targets stay below the sticky menu (§2.3).
 */
export function useMenuRows(): (element: HTMLElement | null) => (() => void) | undefined {
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
