import type { Page } from '@playwright/test'

/**
 * A page has one primary button at most, so that it says what there is to do. A dialog counts on its own, and so do the menus of the
 * shell. The primary one is found by its look: a person sees the brand's color, whatever the class is called.
 */
export async function primaryButtonFindings(page: Page): Promise<string[]> {
  const groups = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.backgroundColor = 'var(--brand)'
    const brand = getComputedStyle(probe).backgroundColor
    probe.remove()
    const isChoice = (button: Element) =>
      button.matches('[aria-pressed], [aria-selected], [aria-current], [aria-checked]')
    return [...document.querySelectorAll('main, [role="dialog"], [role="alertdialog"]')].map(group =>
      [...group.querySelectorAll('button, a[href]')]
        .filter(
          button =>
            button.closest('main, [role="dialog"], [role="alertdialog"]') === group &&
            getComputedStyle(button).backgroundColor === brand &&
            button.checkVisibility({ visibilityProperty: true }) &&
            !isChoice(button),
        )
        .map(button => button.textContent?.trim() ?? ''),
    )
  })
  return groups
    .filter(labels => labels.length > 1)
    .map(labels => `${labels.length} primary buttons: ${labels.join(', ')}`)
}
