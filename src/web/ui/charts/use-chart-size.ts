import { type RefObject, useLayoutEffect, useState } from 'react'

export type ChartSize = {
  widthPx: number
  /** The size of the labels, which follows the reader's own text size. */
  textPx: number
}

/** The size of a chart and of its text, kept up to date. `ruler` is an element inside it that is 1em wide. */
export function useChartSize(
  container: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
): ChartSize {
  const [size, setSize] = useState<ChartSize>({ widthPx: 720, textPx: 13 })
  useLayoutEffect(() => {
    const [box, em] = [container.current, ruler.current]
    if (!box || !em) return
    const observer = new ResizeObserver(() => {
      const widthPx = Math.round(box.clientWidth)
      const textPx = em.getBoundingClientRect().width
      if (widthPx > 0 && textPx > 0) setSize({ widthPx, textPx })
    })
    observer.observe(box)
    observer.observe(em)
    return () => observer.disconnect()
  }, [container, ruler])
  return size
}
