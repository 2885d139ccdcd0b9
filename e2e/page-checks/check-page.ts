import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { axeViolations } from '../axe.ts'
import { chartFindings } from './charts.ts'
import { coveredTargets } from './covered-targets.ts'
import type { Viewport } from './plan.ts'
import { primaryButtonFindings } from './primary-buttons.ts'

/** Waits until the screen has loaded: it has replaced its frame, and its heading is visible, and no loading placeholder. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.frame').waitFor({ state: 'detached' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading|^Searching/ })).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** Shows the page in a viewport. */
async function showIn(page: Page, { colorScheme, widthPx }: Viewport): Promise<void> {
  await page.setViewportSize({ width: widthPx, height: widthPx < 400 ? 800 : 900 })
  await page.emulateMedia({ colorScheme })
}

async function writeScreenshot(page: Page, path: string, quality: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality })
}

/** Writes a picture of the open screen. The findings: what is wider than the viewport, or too low to be pressed. */
export async function takePicture(page: Page, viewport: Viewport, path: string): Promise<string[]> {
  const { colorScheme, widthPx } = viewport
  await showIn(page, viewport)
  const found = [...(await overflowFindings(page, widthPx)), ...(await targetFindings(page))]
  await writeScreenshot(page, path, 80)
  return found.map(finding => `${widthPx} px, ${colorScheme}: ${finding}`)
}

type CheckOptions = {
  /** The file for a screenshot; null: none. */
  screenshot: string | null
  /** The same page was checked at this width in the other color scheme, so only its colors can differ. */
  colorsOnly: boolean
}

/** The findings on the open screen in a viewport: axe, horizontal overflow, targets, primary buttons, charts, first Tab stop. */
export async function checkPage(
  page: Page,
  viewport: Viewport,
  { screenshot, colorsOnly }: CheckOptions,
): Promise<string[]> {
  const { colorScheme, widthPx } = viewport
  await showIn(page, viewport)
  const found = [
    ...(await overflowFindings(page, widthPx)),
    ...(await targetFindings(page)),
    ...(await coveredTargets(page)),
    ...(await headingFindings(page)),
    ...(await primaryButtonFindings(page)),
    ...(colorsOnly ? [] : await chartFindings(page)),
    ...(await axeFindings(page, colorsOnly)),
  ]
  if (screenshot !== null) await writeScreenshot(page, screenshot, 55)
  found.push(...(await tabFindings(page)))
  return found.map(finding => `${widthPx} px, ${colorScheme}: ${finding}`)
}

async function overflowFindings(page: Page, widthPx: number): Promise<string[]> {
  const scrollWidth = () => page.evaluate<number>('document.documentElement.scrollWidth')
  // Scripts that follow the width run after the resize.
  for (let attempts = 0; attempts < 20 && (await scrollWidth()) > widthPx; attempts++)
    await page.waitForTimeout(50)
  const width = await scrollWidth()
  return width > widthPx ? [`the page scrolls sideways: it is ${width} px wide`] : []
}

/** The heading of the screen is the first one, before those of the shell. */
async function headingFindings(page: Page): Promise<string[]> {
  const first = await page
    .getByRole('heading')
    .first()
    .evaluate(heading => heading.outerHTML.slice(0, 80))
  return first.startsWith('<h1') ? [] : [`the first heading is ${first}`]
}

const leastTargetPx = 24

/** Everything that can be pressed is high and wide enough (WCAG 2.5.8). Links within a sentence have the height of its lines. */
async function targetFindings(page: Page): Promise<string[]> {
  const small = await page.evaluate(least => {
    const isInSentence = (link: Element): boolean => {
      let block = link.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      return (
        getComputedStyle(link).display === 'inline' && block?.textContent?.trim() !== link.textContent?.trim()
      )
    }
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap(
      control => {
        const target = control.matches('input') ? (control.closest('label') ?? control) : control
        const { width, height } = target.getBoundingClientRect()
        const isShown = target.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
        const isLargeEnough = height >= least - 0.5 && width >= least - 0.5
        if (!isShown || isLargeEnough || isInSentence(target)) return []
        return [`${target.outerHTML.slice(0, 120)} is ${width.toFixed(1)} px × ${height.toFixed(1)} px`]
      },
    )
  }, leastTargetPx)
  return small.map(target => `target: ${target}`)
}

/** The color rules among `wcagTags`. */
const colorRules = ['color-contrast', 'link-in-text-block']

async function axeFindings(page: Page, colorsOnly: boolean): Promise<string[]> {
  const violations = await axeViolations(page, colorsOnly ? colorRules : undefined)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

const skipLink = 'Skip to the content'

/** Presses Tab from the top of the document, wherever the screen has put the focus. */
async function tabFindings(page: Page): Promise<string[]> {
  await page.evaluate(`(() => {
    document.body.tabIndex = -1
    document.body.focus()
  })()`)
  await page.keyboard.press('Tab')
  // Earlier, the browser would take the focus from the body by itself, before or after the key.
  const first = await page.evaluate<string>(`(() => {
    document.body.removeAttribute('tabindex')
    return document.activeElement?.textContent ?? ''
  })()`)
  await page.evaluate('document.activeElement?.blur()')
  return first === skipLink ? [] : [`the first Tab stop is "${first.slice(0, 80)}"`]
}
