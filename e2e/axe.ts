import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { default as Axe, Result, RunOptions } from 'axe-core'

/** WCAG 2.2 AA and axe's best practices. */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] as const

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds on the page as it is, by all rules of `wcagTags` or by those that are named. `@axe-core/playwright` compiles axe again at
 * each call and collects what passed as well, which takes twice as long.
 */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<Result[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const found = await runAxe(page, rules)
  const small = found.find(({ id }) => id === 'target-size')
  if (!small) return found
  // What sticks to an edge of the window covers a part of what is below it, which is too small only if it stays covered.
  const stillSmall: Result['nodes'] = []
  for (const node of small.nodes) {
    const selector = node.target.map(String).join(' ')
    await page
      .locator(selector)
      .evaluate(target => target.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const again = await runAxe(page, ['target-size'], selector)
    stillSmall.push(...again.flatMap(({ nodes }) => nodes))
  }
  const others = found.filter(({ id }) => id !== 'target-size')
  return stillSmall.length === 0 ? others : [...others, { ...small, nodes: stillSmall }]
}

async function runAxe(page: Page, rules?: readonly string[], within?: string): Promise<Result[]> {
  return await page.evaluate(
    async ([options, selector]) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      return (await axe.run(selector ?? document, options)).violations
    },
    [
      {
        runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: [...wcagTags] },
        resultTypes: ['violations'],
        // The portal plays no media, and the content of frames is marked as an image.
        preload: false,
        iframes: false,
      } satisfies RunOptions,
      within,
    ] as const,
  )
}
