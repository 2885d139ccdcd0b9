import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { makeUser } from '../../testing/factories/make-user.ts'

let portal: TestApp
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'almoner-web-'))
  await mkdir(join(webRoot, 'assets'))
  await writeFile(
    join(webRoot, 'index.html'),
    '<html data-nobody="__NOBODY__" data-theme="__COLOR_SCHEME__"><head>__SCREEN_FILES__</head>',
  )
  await writeFile(join(webRoot, 'themes.json'), '{}')
  const screens = {
    '/faq': ['assets/FaqPage-1.js', 'assets/FaqPage-1.css'],
    '/my-profile/password': ['assets/P-1.js'],
  }
  await writeFile(join(webRoot, 'screens.json'), JSON.stringify(screens))
  portal = await startTestApp({ settings: { webRoot } })
})
afterAll(async () => {
  await portal.close()
  await rm(webRoot, { recursive: true })
})

async function page(url: string, headers: Record<string, string> = {}, client = 'npt') {
  const { body, statusCode } = await portal.app.inject({
    url,
    headers: { host: `${client}.localhost:3000`, accept: 'text/html', ...headers },
  })
  return { status: statusCode, html: body }
}

describe('a page names the files of its screen, so that they are fetched beside the program (§2.1)', () => {
  test('its code and its styles', async () => {
    expect((await page('/faq?q=gift')).html).toContain(
      '<link rel="modulepreload" href="/assets/FaqPage-1.js" crossorigin><link rel="preload" as="style" href="/assets/FaqPage-1.css" crossorigin>',
    )
  })

  test('none where there is no such screen, or the client does not have it', async () => {
    expect(await page('/nowhere')).toMatchObject({ status: 404, html: expect.not.stringContaining('<link') })
    expect((await page('/my-profile/password')).html).toContain('/assets/P-1.js')
    expect(await page('/my-profile/password', {}, 'ubs')).toMatchObject({
      status: 404,
      html: expect.not.stringContaining('<link'),
    })
  })
})

describe('/new-account-opening, before its form is built', () => {
  test('is a page that leads on where the client has a PDF in its place, and no screen elsewhere', async () => {
    expect((await page('/new-account-opening', {}, 'nptuk')).status).toBe(200)
    expect((await page('/new-account-opening', {}, 'npt')).status).toBe(404)
    // Never at a bank: its opening is the form.
    expect((await page('/new-account-opening', {}, 'rathbones')).status).toBe(404)
    expect((await page('/account', {}, 'nptuk')).status).toBe(404)
  })
})

describe('a page says that nobody is there only where that is sure', () => {
  const saysNobody = async (headers: Record<string, string>) =>
    /data-nobody="(true|false)"/.exec((await page('/', headers)).html)?.[1]

  test.each([
    ['the address was typed', { 'sec-fetch-site': 'none' }, 'true'],
    ['a link of this very site was followed', { 'sec-fetch-site': 'same-origin' }, 'true'],
    // SameSite=Strict keeps the cookie back there, whether there is one or not.
    ['another site led here', { 'sec-fetch-site': 'cross-site' }, 'false'],
    ['a sister site led here', { 'sec-fetch-site': 'same-site' }, 'false'],
    ['the browser does not say', {}, 'false'],
  ])('%s, without a cookie', async (_how, headers, said) => {
    expect(await saysNobody(headers)).toBe(said)
  })

  test('with a cookie the page has to ask, whatever it is worth', async () => {
    const { headers } = await portal.sessionFor(await makeUser(portal.databases))
    expect(await saysNobody({ 'sec-fetch-site': 'none', cookie: headers.cookie })).toBe('false')
  })
})

describe('look: a page bears the colours that were chosen on the device, so that it is painted in no others first', () => {
  test.each([
    ['colours=dark', 'data-theme="dark"'],
    ['other=1; colours=light', 'data-theme="light"'],
    ['colours=system', 'data-theme=""'],
    ['colours=dark%22%20onclick%3D%22', 'data-theme=""'],
    ['', 'data-theme=""'],
  ])('%s', async (cookie, expected) => {
    expect((await page('/faq', { cookie })).html).toContain(expected)
  })
})
