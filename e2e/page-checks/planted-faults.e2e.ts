import { expect, test } from '../fixtures.ts'
import { checkPage } from './check-page.ts'
import { coveredTargets } from './covered-targets.ts'

const page360 = (body: string) =>
  `<!doctype html><html lang="en"><title>Planted</title><meta name="viewport" content="width=device-width">
  <style>:root { --brand: rgb(0, 80, 60) } body { margin: 0 } main { padding: 80px 16px }
  a, button { display: inline-block; min-height: 44px; min-width: 44px } .primary { background: var(--brand); color: white }</style>
  <body><a href="#main">Skip to the content</a><main id="main"><h1>Planted</h1>${body}</main></body></html>`

const figure = (line: string) =>
  `<figure><svg role="img" aria-label="Balance" width="100" height="50"><g><text y="20">$250K</text></g><path ${line} d="M0 9H90V40Z"></path></svg></figure>`

const viewport = { colorScheme: 'light', widthPx: 360 } as const
const options = { screenshot: null, colorsOnly: false }

test('a page without faults passes the page checks', async ({ page }) => {
  await page.setContent(
    page360(
      '<button class="primary">Save</button><button>Cancel</button><button class="primary" aria-pressed="true">Chosen</button><div role="dialog" aria-label="Ask"><button class="primary">Yes</button></div>',
    ),
  )
  expect(await checkPage(page, viewport, options)).toEqual([])
})

for (const [name, body, expected] of [
  [
    'a button that a banner always covers',
    '<button>Save</button><div style="position: fixed; inset: 0; background: white">Banner</div>',
    /covered target: <button>Save<\/button> is covered by <div/,
  ],
  [
    'a link under a bar that sticks to the top, at the top of a page too short to scroll',
    '<a href="#x" style="position: absolute; top: 4px; left: 200px">Under</a><div style="position: fixed; inset: 0 0 auto; height: 70px; background: white">Bar</div>',
    /covered target: <a href="#x".* is covered by <div/,
  ],
  [
    'a button of 20 px',
    '<button style="min-height: 0; min-width: 0; height: 20px; width: 20px; padding: 0">x</button>',
    /target: <button .* is 20\.0 px × 20\.0 px/,
  ],
  ['a box that is too wide', '<div style="width: 500px">Wide</div>', /scrolls sideways: it is 5\d\d px wide/],
  [
    'two primary buttons',
    '<button class="primary">Save</button><p><a class="primary" href="#x">Add</a></p>',
    /2 primary buttons: Save, Add/,
  ],
  ['a chart without a table', figure('fill="none"'), /chart: the chart “Balance” has no table/],
  [
    'a filled chart that does not begin at zero',
    figure('fill="green"'),
    /chart: the chart “Balance” is filled and does not begin at zero/,
  ],
  [
    'bars without a table',
    '<div><p aria-hidden="true"><span style="width: 40%">.</span></p></div>',
    /chart: <p aria-hidden="true"><span style="width: 40%">\.<\/span><\/p> has no table/,
  ],
  ['a field without a label', '<input style="height: 44px; width: 200px">', /axe label: /],
] as const)
  test(`the page checks find ${name}`, async ({ page }) => {
    await page.setContent(page360(body))
    expect((await checkPage(page, viewport, options)).join('\n')).toMatch(expected)
  })

test('what is covered only until the page is scrolled is not counted as covered', async ({ page }) => {
  await page.setContent(
    page360(
      '<p style="height: 300px">Text</p><a href="#x">Free</a><p style="height: 2000px">Text</p><div style="position: fixed; inset: 0 0 auto; height: 70px; background: white">Bar</div>',
    ),
  )
  await page.evaluate(() => window.scrollTo(0, 380))
  const before = await page.evaluate(() => window.scrollY)
  expect((await coveredTargets(page)).join('\n')).not.toContain('#x')
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})
