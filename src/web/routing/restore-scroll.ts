import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/** Later than this, scrolling would disturb a reader who has started. */
const waitsForContentMs = 2_000
const readersOwn = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Going back restores the scroll position, a new page starts at its top, and a change of the view (range, open sections) does not
 * scroll. Positions are in memory, because sessionStorage may hold only what §9 names, which rules out the router's own
 * scroll restoration.
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

/** The router's key of a history entry; going back returns the same key. */
function keyOf(location: ParsedLocation): string {
  return location.state.__TSR_key ?? location.href
}

/** Scrolls, and scrolls again when content above changes its height, until the reader scrolls or the time is up. */
function scrollOnceThere(topPx: number): () => void {
  const content = new ResizeObserver(() => window.scrollTo(0, topPx))
  const timer = setTimeout(stop, waitsForContentMs)
  function stop(): void {
    content.disconnect()
    clearTimeout(timer)
    for (const kind of readersOwn) window.removeEventListener(kind, stop)
  }
  for (const kind of readersOwn) window.addEventListener(kind, stop, { passive: true })
  // The observer reports the current size at once.
  content.observe(document.body)
  window.scrollTo(0, topPx)
  return stop
}
