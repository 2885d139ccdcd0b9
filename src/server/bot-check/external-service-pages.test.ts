import { readFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { makeWebRoot } from '../../testing/temporary/make-web-root.ts'

const webRoot = makeWebRoot(readFileSync(new URL('../../app/web/index.html', import.meta.url), 'utf8'))
let portal: TestApp

beforeAll(async () => {
  const botCheck = { service: 'hcaptcha', siteKey: 'key', secretName: 'CHECK' } as const
  portal = await startTestApp({
    clients: { npt: { ...npt, botCheck }, nptuk },
    settings: { webRoot, botCheckSecrets: { CHECK: 'secret' } },
  })
})
afterAll(async () => {
  await portal.close()
  rmSync(webRoot, { recursive: true })
})

const pageOf = (client: string, url = '/contact') =>
  portal.app.inject({ url, headers: { host: hostOf(client), accept: 'text/html' } })

test('the policy of a page allows the external bot check of its client and nothing else', async () => {
  const { headers } = await pageOf('npt')
  const policy = String(headers['content-security-policy'])
  const hosts = 'https://hcaptcha.com https://*.hcaptcha.com'
  expect(policy).toContain(`script-src 'self' ${hosts};`)
  expect(policy).toContain(`frame-src ${hosts};`)
  expect(policy.replaceAll(hosts, '')).not.toMatch(/https?:|unsafe-|\*/)
  expect(headers['cross-origin-embedder-policy']).toBe('unsafe-none')
})

test('the policy of other clients’ pages allows no other hosts', async () => {
  const { headers } = await pageOf('nptuk')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("; worker-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/https?:|frame-src|unsafe-|\*/)
  expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
})
