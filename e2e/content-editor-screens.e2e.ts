import { clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'

const viewports = {
  npt: { widthPx: 1440, colorScheme: 'light' },
  rathbones: { widthPx: 320, colorScheme: 'dark' },
} as const

for (const client of clientNames) {
  const { widthPx, colorScheme } = viewports[client]
  test(
    `the editors' screens at ${client} pass axe at ${widthPx} px, ${colorScheme}, and do not scroll sideways (§2.1)`,
    onlyLong,
    async ({ signInAs }) => {
      test.setTimeout(200_000)
      const page = await signInAs('editor', client)
      await page.setViewportSize({ width: widthPx, height: 900 })
      await page.emulateMedia({ colorScheme })
      for (const at of [
        '/content',
        '/content?state=hidden',
        '/content/new',
        '/content/files',
        '/content/block/home-visitor',
        '/content/block/statement-guide',
        '/content/question/what-is-a-daf/versions',
        '/content/block/terms/versions?from=common&to=published',
      ]) {
        await page.goto(at)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        await expectNoAxeFindings(page)
        expect(await page.evaluate('document.documentElement.scrollWidth'), at).toBeLessThanOrEqual(widthPx)
      }
    },
  )
}

test('denies the editors’ screens to a person who is not an editor (§2.1)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/content/files' })
  await expect(page.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible()
})
