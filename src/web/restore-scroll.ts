import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'

/**
 * Going back finds the page scrolled as it was left, a new page begins at its top, and a change of the view alone (range,
 * open sections) leaves it where it is. Kept in memory: sessionStorage has its two keys and no third (§9), which rules
 * out the router's own way.
 */
export function restoreScroll(router: AnyRouter): void {
  const leftAtPx = new Map<string, number>()
  window.history.scrollRestoration = 'manual'
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) leftAtPx.set(keyOf(fromLocation), window.scrollY)
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const known = leftAtPx.get(keyOf(toLocation))
    if (known !== undefined) window.scrollTo(0, known)
    else if (fromLocation?.pathname !== toLocation.pathname) window.scrollTo(0, 0)
  })
}

/** The router's key of one entry of the history, the same each time that one comes back to it. */
function keyOf(location: ParsedLocation): string {
  return location.state.__TSR_key ?? location.href
}
