import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels, kept up to date, so that a chart's text has the size of the page's. */
export function useWidth(element: RefObject<HTMLElement | null>, initialPx: number): number {
  const [widthPx, setWidthPx] = useState(initialPx)
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(entries => {
      const width = entries[0]?.contentRect.width
      if (width) setWidthPx(Math.round(width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return widthPx
}
