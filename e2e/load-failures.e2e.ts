import { expect, expectNoAxeFindings, type Role, test } from './fixtures.ts'
import { longUnless } from './long.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const detail = 'The portal is busy. Please try again in a minute.'
const refusal = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'urn:almoner:problem:unavailable',
    title: 'Service Unavailable',
    status: 503,
    detail,
    traceId,
  }),
}

type Case = {
  role: Role
  at: string
  /** The request that fails. */
  fails: RegExp
  what: string
}

const cases: readonly Case[] = [
  { role: 'donor', at: '/grants', fails: /\/api\/accounts\/\d+\/giving\?/, what: 'The grants' },
  {
    role: 'donor',
    at: '/grants?view=insight',
    fails: /\/api\/accounts\/\d+\/giving\/insight/,
    what: 'The figures',
  },
  {
    role: 'donor',
    at: '/grants/schedules',
    fails: /\/api\/accounts\/\d+\/grant-schedules(\?|$)/,
    what: 'The schedules',
  },
  {
    role: 'donor',
    at: '/recommend-a-grant',
    fails: /\/api\/accounts\/\d+\/charity-list\?/,
    what: 'Your charity list',
  },
  {
    role: 'donor',
    at: '/my-profile/security',
    fails: /\/api\/security\/sessions/,
    what: 'Your sessions',
  },
  {
    role: 'super',
    at: '/super-user-dashboard/payments',
    fails: /\/api\/payment-runs(\?|$)/,
    what: 'The payments',
  },
  {
    role: 'super',
    at: '/super-user-dashboard/audit',
    fails: /\/api\/audit-events(\?|$)/,
    what: 'The audit log',
  },
  { role: 'editor', at: '/content', fails: /\/api\/content-items\?/, what: 'The list' },
]

/** One screen of a donor, of staff and of editors: all show what a query's failure says by the same component. */
const usual = ['/grants', '/super-user-dashboard/payments', '/content']

for (const { role, at, fails, what } of cases)
  test(
    `${at} says that its data could not be loaded and why, with the trace ID, and loads it again (§8)`,
    longUnless(usual.includes(at)),
    async ({ signInAs, expectedErrors }) => {
      expectedErrors.push(/status of 503/)
      const page = await signInAs(role, 'npt')
      await page.route(fails, route => route.fulfill(refusal))
      await page.goto(at)
      const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be loaded' })
      await expect(failure).toHaveText(`${what} could not be loaded. ${detail} ID: ${traceId}`)
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await page.unroute(fails)
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
      await expect(failure).toHaveCount(0)
    },
  )
