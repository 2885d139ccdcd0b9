import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { makeWebRoot } from '../../testing/temporary/make-web-root.ts'

let portal: TestApp
let webRoot: string
beforeAll(async () => {
  webRoot = makeWebRoot(
    '<html data-no-session="__NO_SESSION__" data-theme="__COLOR_SCHEME__"><meta content="__DESCRIPTION__">__FRAME_FILES__<link rel="stylesheet" crossorigin href="/assets/program-1.css"><script type="module" src="/assets/early-1.js" nonce="__NONCE__"></script><script type="module" src="/assets/program-1.js"></script>__SCREEN_FILES__<style>__THEME__</style></head><div id="root">__FRAME__</div>',
    {
      'frames.json': { npt: '<header>NPT $& Giving</header>' },
      'visitor-frames.json': { npt: '<header>NPT</header><main>Log In</main>' },
      'visitor-styles.json': { npt: 'main{color:red}' },
      'fonts.json': { npt: 'assets/lora-1.woff2' },
      'screens.json': {
        '/faq': ['assets/FaqPage-1.js', 'assets/FaqPage-1.css'],
        '/my-profile/password': ['assets/P-1.js'],
        '/': ['assets/HomePage-1.js'],
        visitor: ['assets/VisitorHome-1.js', 'assets/VisitorHome-1.css'],
      },
    },
  )
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

describe('a page preloads the files of its screen (§2.1)', () => {
  test('scripts and styles', async () => {
    expect((await page('/faq?q=gift')).html).toContain(
      '<link rel="modulepreload" href="/assets/FaqPage-1.js" crossorigin><link rel="preload" as="style" href="/assets/FaqPage-1.css" crossorigin>',
    )
  })

  test('at home those of the visitor’s home too, unless the browser has a session', async () => {
    const { headers } = await portal.sessionFor(await makeUser(portal.databases))
    const filesAt = async (path: string, sent = {}) =>
      (await page(path, sent)).html.match(/assets\/(?:Visitor|Home)[\w-]+\.\w+/g) ?? []
    expect(await filesAt('/')).toEqual([
      'assets/HomePage-1.js',
      'assets/VisitorHome-1.js',
      'assets/VisitorHome-1.css',
    ])
    expect(await filesAt('/', { cookie: headers.cookie })).toEqual(['assets/HomePage-1.js'])
    expect(await filesAt('/faq')).not.toContain('assets/VisitorHome-1.js')
  })

  test('nothing if the screen does not exist or the client does not have it', async () => {
    expect(await page('/nowhere')).toMatchObject({
      status: 404,
      html: expect.not.stringContaining('preload'),
    })
    expect((await page('/my-profile/password')).html).toContain('/assets/P-1.js')
    expect(await page('/my-profile/password', {}, 'ubs')).toMatchObject({
      status: 404,
      html: expect.not.stringContaining('preload'),
    })
  })
})

describe('what a page answers with', () => {
  const statusFor = async (url: string, accept: string | undefined, method: 'GET' | 'HEAD' = 'GET') => {
    const headers = { host: 'npt.localhost:3000', ...(accept === undefined ? {} : { accept }) }
    const response = await portal.app.inject({ method, url, headers })
    return `${response.statusCode} ${String(response.headers['content-type']).split(';')[0]}`
  }
  const pageFound = '200 text/html'
  const problem = '404 application/problem+json'

  test.each([
    ['*/*', pageFound],
    [undefined, pageFound],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', pageFound],
    ['application/json;q=0.5, text/*', pageFound],
    ['image/avif,image/webp', pageFound],
    ['application/json', problem],
    ['application/json, text/html;q=0.9', problem],
    ['text/html;q=0, */*', problem],
    ['application/json, */*;q=0.1', problem],
    [`${'a/b;q=9,'.repeat(400)};;=,`, pageFound],
  ])('a screen with Accept: %s', async (accept, expected) => {
    expect(await statusFor('/faq', accept)).toBe(expected)
    expect(await statusFor('/faq', accept, 'HEAD')).toBe(expected)
  })

  test('an unknown address with its page for browsers only, and /api and /assets never with one', async () => {
    expect(await statusFor('/nowhere', 'text/html')).toBe('404 text/html')
    for (const url of ['/nowhere', '/api/nowhere', '/assets/nowhere.js'])
      expect(await statusFor(url, '*/*'), url).toBe(problem)
    expect(await statusFor('/api/nowhere', 'text/html')).toBe(problem)
  })

  test('the visitor’s home loads the program and the style sheets after its first paint', async () => {
    const { html } = await page('/', { 'sec-fetch-site': 'none' })
    // After the theme’s fonts, which would be read anew otherwise.
    for (const file of ['VisitorHome-1.css', 'program-1.css'])
      expect(html.slice(html.lastIndexOf('</style>'))).toContain(
        `<link data-after-paint="style" href="/assets/${file}" crossorigin>`,
      )
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain('<link data-after-paint="run" href="/assets/program-1.js" crossorigin>')
    expect(html).toContain('<link data-after-paint="load" href="/assets/VisitorHome-1.js" crossorigin>')
    expect(html).toMatch(/<script type="module" src="\/assets\/early-1.js" nonce="[^"]+"><\/script>/)
  })

  test('the visitor’s home with its styles where the browser certainly has no session, and otherwise the frame alone', async () => {
    const visitors = async (url: string, headers: Record<string, string>) => {
      const { html } = await page(url, headers)
      return {
        isShown: html.includes('<main>Log In</main>'),
        isWithoutProgram: !/<script[^>]*program-1/.test(html),
        // In the page itself, so that its paint waits for nothing.
        isStyled:
          /<link rel="preload" as="font" type="font\/woff2" href="\/assets\/lora-1.woff2" crossorigin><style nonce="[^"_]+">main\{color:red\}<\/style>/.test(
            html,
          ),
      }
    }
    const typed = { 'sec-fetch-site': 'none' }
    const cookie = 'almoner-session=anything'
    expect(await visitors('/', typed)).toEqual({ isShown: true, isStyled: true, isWithoutProgram: true })
    for (const [url, headers] of [
      ['/', { ...typed, cookie }],
      // The cookie does not come along from another site, so there may be a session.
      ['/', { 'sec-fetch-site': 'cross-site' }],
      ['/', {}],
      ['/faq', typed],
    ] as const)
      expect(await visitors(url, headers), url).toEqual({
        ...{ isShown: false, isStyled: false, isWithoutProgram: false },
      })
  })

  test('a description of the client, its frame as it is, and the widths of its logo', async () => {
    const { html } = await page('/')
    expect(html).toContain('<meta content="NPT Giving: Donor-advised funds for a lifetime of giving. Log in')
    expect(html).toContain('<div id="root"><header>NPT $& Giving</header></div>')
    expect(html).toContain(':root{--logo-desktop:610px;--logo-mobile:60px}')
    expect((await page('/', {}, 'ab')).html).toContain('--logo-mobile:70px')
  })
})

test('/new-account-opening is a page at every client, whether it opens accounts by form or by PDF', async () => {
  for (const client of ['nptuk', 'npt', 'rathbones'])
    expect((await page('/new-account-opening', {}, client)).status, client).toBe(200)
})

describe('data-no-session is true only if the browser certainly has no session', () => {
  const noSessionFlag = async (headers: Record<string, string>) =>
    /data-no-session="(true|false)"/.exec((await page('/', headers)).html)?.[1]

  test.each([
    ['the address was typed', { 'sec-fetch-site': 'none' }, 'true'],
    ['a link on the same site was followed', { 'sec-fetch-site': 'same-origin' }, 'true'],
    // With SameSite=Strict the browser does not send the cookie here, even if it has one.
    ['another site led here', { 'sec-fetch-site': 'cross-site' }, 'false'],
    ['a sister site led here', { 'sec-fetch-site': 'same-site' }, 'false'],
    ['the browser does not send the header', {}, 'false'],
  ])('without a cookie, if %s', async (_how, headers, said) => {
    expect(await noSessionFlag(headers)).toBe(said)
  })

  test('is false with any cookie', async () => {
    const { headers } = await portal.sessionFor(await makeUser(portal.databases))
    expect(await noSessionFlag({ 'sec-fetch-site': 'none', cookie: headers.cookie })).toBe('false')
  })
})

describe('the color scheme in the page, so that the first paint has the right colors', () => {
  test.each([
    ['color_scheme=dark', 'data-theme="dark"'],
    ['other=1; color_scheme=light', 'data-theme="light"'],
    ['color_scheme=system', 'data-theme=""'],
    ['color_scheme=dark%22%20onclick%3D%22', 'data-theme=""'],
    ['', 'data-theme=""'],
  ])('%s', async (cookie, expected) => {
    expect((await page('/faq', { cookie })).html).toContain(expected)
  })
})
