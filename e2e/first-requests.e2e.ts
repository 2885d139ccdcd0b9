import { expect, test } from './fixtures.ts'

// What a screen shows first is asked for before it is drawn, together and once (src/web/api/ask-ahead.ts).

for (const { path, heading, first } of [
  { path: '/', heading: /^Welcome/, first: ['home', 'balance-history'] },
  { path: '/fund-activity', heading: 'Fund Activity', first: ['activity', 'balance-history'] },
  { path: '/recommend-a-grant', heading: /^Recommend a Grant/, first: ['grants', 'charity-list'] },
])
  test(`${path} asks for what it shows first at once, and for nothing twice`, async ({ signInAs }) => {
    const page = await signInAs('donor', 'npt', { at: '/contact' })
    const events: string[] = []
    const nameOf = (url: string) => new URL(url).pathname.replace(/^\/api\/accounts\/\d+\//, '')
    page.on('request', request => events.push(`ask ${nameOf(request.url())}`))
    page.on('response', response => events.push(`answer ${nameOf(response.url())}`))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('main [data-loading]')).toHaveCount(0)
    for (const name of first) expect(events.filter(each => each === `ask ${name}`)).toHaveLength(1)
    const asked = first.map(name => events.indexOf(`ask ${name}`))
    const answered = first.map(name => events.indexOf(`answer ${name}`))
    expect(Math.max(...asked), events.join('\n')).toBeLessThan(Math.min(...answered))
  })

test('nothing is asked ahead of a screen that the person may not open', async ({ signInAs }) => {
  const page = await signInAs('editor', 'npt', { at: '/contact' })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/fund-activity')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter(each => /\/(activity|balance-history)$/.test(each))).toEqual([])
})
