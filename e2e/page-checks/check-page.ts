import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { wcagTags } from '../fixtures.ts'
import type { Viewport } from './pairwise.ts'

/** Waits until a screen has come: its heading is there and nothing says that it still loads. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading|^Searching/ })).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

type Look = {
  /** Where to keep it. */
  picture: string | null
  /** The same page was looked at in this width in the other scheme: nothing but its colours can be otherwise. */
  coloursAlone: boolean
}

/** What is wrong with the screen that is open, in this sight: axe's findings, what sticks out, where Tab begins. */
export async function checkPage(
  page: Page,
  { scheme, widthPx }: Viewport,
  { picture, coloursAlone }: Look,
): Promise<string[]> {
  await page.setViewportSize({ width: widthPx, height: widthPx === 320 ? 800 : 900 })
  await page.emulateMedia({ colorScheme: scheme })
  const found = [...(await whatSticksOut(page, widthPx)), ...(await axeFindings(page, coloursAlone))]
  if (picture !== null) {
    await mkdir(dirname(picture), { recursive: true })
    await page.screenshot({ path: picture, fullPage: true, type: 'jpeg', quality: 55 })
  }
  found.push(...(await whereTabBegins(page)))
  return found.map(what => `${widthPx} px, ${scheme}: ${what}`)
}

async function whatSticksOut(page: Page, widthPx: number): Promise<string[]> {
  const scrollWidth = () => page.evaluate<number>('document.documentElement.scrollWidth')
  // What follows the width by a script may take a moment.
  for (let looks = 0; looks < 20 && (await scrollWidth()) > widthPx; looks++) await page.waitForTimeout(50)
  const width = await scrollWidth()
  return width > widthPx ? [`the page scrolls sideways: it is ${width} px wide`] : []
}

/** Axe's rules of the levels that we hold to that look at colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

async function axeFindings(page: Page, coloursAlone: boolean): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // There are no frames to go into.
    .setLegacyMode(true)
  const { violations } = await (coloursAlone
    ? axe.withRules(colourRules)
    : axe.withTags([...wcagTags])
  ).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

const skipLink = 'Skip to the content'

/** From the top of the document, wherever the screen has put the focus. */
async function whereTabBegins(page: Page): Promise<string[]> {
  await page.evaluate(`(() => {
    const { body } = document
    body.tabIndex = -1
    body.focus()
    body.removeAttribute('tabindex')
  })()`)
  await page.keyboard.press('Tab')
  const first = await page.evaluate<string>('document.activeElement?.textContent ?? ""')
  await page.evaluate('document.activeElement?.blur()')
  return first === skipLink ? [] : [`the first Tab stop is "${first.slice(0, 80)}"`]
}
