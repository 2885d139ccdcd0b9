import { expect, test } from './fixtures.ts'

test('a page whose code is slow fades in when it comes; until then the page before stays, with a bar (§2.1)', async ({
  visit,
}) => {
  const page = await visit('npt', { at: '/contact' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/FaqPage-*.js', async route => {
    await code.promise
    await route.continue()
  })
  const fading = () => page.evaluate(() => document.querySelector('main > div')?.getAnimations().length ?? 0)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('link', { name: 'FAQ', exact: true }).first().click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  expect(await fading()).toBe(0)
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  // The page itself looks at each frame, because on a busy machine the test would come after the fade, which takes a second.
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('main > div')?.getAnimations().length)
        document.documentElement.dataset.fades = ''
      else requestAnimationFrame(look)
    }
    look()
  })
  code.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible()
  await expect(page.locator('html[data-fades]')).toHaveCount(1)
  await expect(bar).toHaveCount(0)
})
