import { expect, test } from './fixtures.ts'

test('the chosen color scheme applies at the first paint of the next page, before scripts run', async ({
  visit,
}) => {
  const page = await visit('npt', { colorScheme: 'light' })
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  const appearance = page.getByRole('group', { name: 'Appearance' })
  await appearance.getByRole('radio', { name: 'Dark' }).check()
  const dark = await paper()
  expect(dark).not.toBe(light)

  // Scripts are held back, so the first paint shows the page as the server sent it.
  let go = () => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async route => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
    .toBeGreaterThan(0)
  await expect.poll(paper).toBe(dark)
  go()

  await expect(appearance.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await appearance.getByRole('radio', { name: 'Match device' }).check()
  await expect.poll(paper).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(dark)
  await page.reload()
  await expect(appearance.getByRole('radio', { name: 'Match device' })).toBeChecked()

  // No text is quiet where a person asks for more contrast.
  const colorOf = (name: string) =>
    page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--${name}')`)
  expect(await colorOf('quiet')).not.toBe(await colorOf('ink'))
  await page.emulateMedia({ contrast: 'more' })
  expect(await colorOf('quiet')).toBe(await colorOf('ink'))
})
