import type { Page } from '@playwright/test'

/**
 * Everything that can be pressed and is covered by something else, such as what sticks to an edge of the window, wherever the page is
 * scrolled to. axe counts what is wholly covered as no target at all. Only what the window does not show freely is scrolled to.
 */
export async function coveredTargets(page: Page): Promise<string[]> {
  const covered = await page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary'
    // A link that is broken between lines is a box in each of them.
    const centresOf = (target: Element) =>
      [...target.getClientRects()].map(({ left, top, width, height }) => ({
        x: left + width / 2,
        y: top + height / 2,
      }))
    const isFree = (target: Element) =>
      centresOf(target).some(({ x, y }) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (target.contains(hit) || hit.contains(target))
      })
    const isInWindow = (target: Element) =>
      centresOf(target).some(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    const before = scrollY
    const found: string[] = []
    for (const control of document.querySelectorAll(controls)) {
      const target = control.matches('input') ? (control.closest('label') ?? control) : control
      const { width, height } = target.getBoundingClientRect()
      const isShown = target.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
      if (!isShown || isFree(target)) continue
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      // What waits beside the page until it has the focus.
      if (!isInWindow(target) || isFree(target)) continue
      const [at = { x: 0, y: 0 }] = centresOf(target)
      const above = document.elementFromPoint(at.x, at.y)?.outerHTML.slice(0, 80)
      found.push(`${target.outerHTML.slice(0, 120)} is covered by ${above}`)
    }
    window.scrollTo({ top: before, behavior: 'instant' })
    return found
  })
  return covered.map(target => `covered target: ${target}`)
}
