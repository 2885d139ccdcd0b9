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
  if (!found.some(({ id }) => id === 'target-size')) return found
  // On a page that is scrolled, the menu, which sticks to the top, covers a part of what is below it.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  return [...found.filter(({ id }) => id !== 'target-size'), ...(await runAxe(page, ['target-size']))]
}

async function runAxe(page: Page, rules?: readonly string[]): Promise<Result[]> {
  return await page.evaluate(
    async options => {
      const { axe } = window as unknown as { axe: typeof Axe }
      return (await axe.run(document, options)).violations
    },
    {
      runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: [...wcagTags] },
      resultTypes: ['violations'],
      // The portal plays no media, and the content of frames is marked as an image.
      preload: false,
      iframes: false,
    } satisfies RunOptions,
  )
}
