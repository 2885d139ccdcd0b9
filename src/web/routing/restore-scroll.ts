import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** What comes later than this would take the page away from somebody who has begun to read. */
const waitsForContentMs = 2_000
const readersOwn = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Going back finds the page scrolled as it was left, a new page begins at its top, and a change of the view alone (range,
 * open sections) leaves it where it is. Kept in memory: sessionStorage has its two keys and no third (§9), which rules
 * out the router's own way.
 */
export function restoreScroll(router: AnyRouter): void {
  const leftAtPx = new Map<string, number>()
  let stopWaiting = () => {}
  window.history.scrollRestoration = 'manual'
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    stopWaiting()
    if (fromLocation) leftAtPx.set(keyOf(fromLocation), window.scrollY)
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const known = leftAtPx.get(keyOf(toLocation))
    if (known !== undefined) stopWaiting = scrollOnceThere(known)
    else if (fromLocation?.pathname !== toLocation.pathname) window.scrollTo(0, 0)
  })
}

/** The router's key of one entry of the history, the same each time that one comes back to it. */
function keyOf(location: ParsedLocation): string {
  return location.state.__TSR_key ?? location.href
}

/** Scrolls there, and there again as content comes or settles above it, until the reader moves or the wait is over. */
function scrollOnceThere(topPx: number): () => void {
  const content = new ResizeObserver(() => window.scrollTo(0, topPx))
  const timer = setTimeout(stop, waitsForContentMs)
  function stop(): void {
    content.disconnect()
    clearTimeout(timer)
    for (const kind of readersOwn) window.removeEventListener(kind, stop)
  }
  for (const kind of readersOwn) window.addEventListener(kind, stop, { passive: true })
  // It is told of the present size at once.
  content.observe(document.body)
  window.scrollTo(0, topPx)
  return stop
}
