import { expect, type Locator, type Page } from '@playwright/test'

/** Whether the focused element has a visible outline, its own or its container's, and nothing covers it. */
const focusState = `(() => {
  const focused = document.activeElement
  // A row that is clickable as a whole has its outline on the button's ::after.
  const shows = element => [null, '::after'].some(part => {
    const style = getComputedStyle(element, part)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'
  })
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling, focused.closest('li')]
  const { left, top, width, height } = focused.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
  const isUncovered = above !== null && (focused.contains(above) || above.contains(focused))
  if (around.some(element => element && shows(element)) && isUncovered) return 'seen'
  return (isUncovered ? 'without an outline: ' : 'covered: ') + focused.outerHTML.slice(0, 160)
})()`

async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(focusState), 'what has the focus').toBe('seen')
}

/** Presses Tab until the target has the focus, and checks that the focus is visible at each stop. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
  mostStops = 60,
): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < mostStops; stops++) {
    if (await target.evaluate(element => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
    await expectFocusSeen(page)
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Moves to the target by Tab and presses the key. */
export async function pressByKeyboard(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
