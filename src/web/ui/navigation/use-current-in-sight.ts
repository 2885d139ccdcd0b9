import { type RefObject, useEffect, useRef } from 'react'

/**
 * For navigation that is one line on phones, or a column of its own: scrolls it to the current page, which may be outside it. While the focus is in the line it
 * keeps the focused link in sight instead, also when links before it grow wider.
 */
export function useCurrentInSight<Line extends HTMLElement>(
  current: string | undefined,
): RefObject<Line | null> {
  const line = useRef<Line>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (!line.current || !link || line.current.contains(document.activeElement)) return
    const { left, width, top, height } = line.current.getBoundingClientRect()
    const at = link.getBoundingClientRect()
    line.current.scrollLeft += at.left + at.width / 2 - left - width / 2
    line.current.scrollTop += at.top + at.height / 2 - top - height / 2
  }, [current])
  // Counts and fonts that come later change the width of what stands before the focused link.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const link = document.activeElement
      if (line.current && link && line.current.contains(link)) bringIntoSight(line.current, link)
    })
    for (const part of line.current?.children ?? []) observer.observe(part)
    return () => observer.disconnect()
  })
  return line
}

/** Scrolls the line, and not the page, as far as it takes to have the whole link in it. */
function bringIntoSight(line: HTMLElement, link: Element): void {
  const around = line.getBoundingClientRect()
  const at = link.getBoundingClientRect()
  line.scrollLeft += Math.max(0, at.right - around.right) - Math.max(0, around.left - at.left)
  line.scrollTop += Math.max(0, at.bottom - around.bottom) - Math.max(0, around.top - at.top)
}
