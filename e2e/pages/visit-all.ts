import { expect, type Page } from '@playwright/test'

const mostPages = 80
const isPage = (path: string) => !/^\/(api|guides|assets)\//.test(path) && !path.includes('.')

/**
 * Opens every page that a link leads to, from the home page on, and calls `look` on each. Of the many parts of the content it opens
 * one of each kind. Returns the paths, without their search parameters.
 */
export async function visitAll(page: Page, look: (path: string) => Promise<void>): Promise<string[]> {
  const visited: string[] = []
  const waiting = ['/']
  const known = new Set(waiting)
  for (let path = waiting.shift(); path !== undefined && visited.length < mostPages; path = waiting.shift()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await look(path)
    visited.push(path)
    if (path.startsWith('/content/')) continue
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll(found => found.map(a => a.getAttribute('href')))
    for (const address of links) {
      // One view of a page says what the others say.
      const next = address?.replace(/[?#].*/, '') ?? '/'
      const kind = next.replace(/^(\/content\/\w+)\/.*/, '$1')
      if (known.has(kind) || !isPage(next)) continue
      known.add(kind)
      waiting.push(next)
    }
  }
  return visited
}
