import { type RefObject, useEffect, useRef } from 'react'

/**
 * For navigation that is one line on phones, or a column of its own: scrolls it to the current page, which may be outside it. Not while the focus is in the line: it would
 * leave the focused link outside.
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
  return line
}
