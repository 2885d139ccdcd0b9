import { clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'

for (const client of clientNames) {
  test(`the editors' screens at ${client} pass axe at 1440 and 320 px and do not scroll sideways (§2.1)`, async ({
    signInAs,
  }) => {
    test.setTimeout(200_000)
    const page = await signInAs('editor', client)
    for (const at of [
      '/content',
      '/content?state=hidden',
      '/content/new',
      '/content/files',
      '/content/block/home-visitor',
      '/content/block/statement-guide',
      '/content/block/terms/versions?from=common&to=published',
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(at)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      await expectNoAxeFindings(page)
      await page.setViewportSize({ width: 320, height: 800 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectNoAxeFindings(page)
      expect(await page.evaluate('document.documentElement.scrollWidth'), at).toBeLessThanOrEqual(320)
    }
  })
}

test('denies the editors’ screens to a person who is not an editor (§2.1)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/content/files' })
  await expect(page.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible()
})
