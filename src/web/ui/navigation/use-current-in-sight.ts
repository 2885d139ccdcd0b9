import { type RefObject, useEffect, useRef } from 'react'

/** For navigation that is one line on phones: scrolls it to the current page, which may be outside it. */
export function useCurrentInSight<Line extends HTMLElement>(
  current: string | undefined,
): RefObject<Line | null> {
  const line = useRef<Line>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (!line.current || !link) return
    const { left, width } = line.current.getBoundingClientRect()
    const at = link.getBoundingClientRect()
    line.current.scrollLeft += at.left + at.width / 2 - left - width / 2
  }, [current])
  return line
}
