import { expect, type Locator, type Page } from '@playwright/test'

/** Whether the element that has the focus shows it, by an outline of its own or of the box around it, and nothing lies over it. */
const focusState = `(() => {
  const focused = document.activeElement
  // A row that can be pressed as a whole is outlined by what its button lays over it.
  const shows = element => [null, '::after'].some(part => {
    const style = getComputedStyle(element, part)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'
  })
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling]
  const { left, top, width, height } = focused.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2)
  const isUncovered = above !== null && (focused.contains(above) || above.contains(focused))
  if (around.some(element => element && shows(element)) && isUncovered) return 'seen'
  return (isUncovered ? 'without an outline: ' : 'covered: ') + focused.outerHTML.slice(0, 160)
})()`

async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(focusState), 'what has the focus').toBe('seen')
}

/** Presses Tab until this has the focus; at each stop on the way the focus is seen. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 60; stops++) {
    if (await target.evaluate(element => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
    await expectFocusSeen(page)
  }
  throw new Error(`Tab does not come to ${target}`)
}

/** Goes there by Tab and presses it. */
export async function pressByKeyboard(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
