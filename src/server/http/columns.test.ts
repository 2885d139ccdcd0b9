import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { type MadeFund, makeFund } from '../../testing/factories/make-fund.ts'

let portal: TestApp
let fund: MadeFund
beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const ask = async (path: string) => {
  const response = await portal.app.inject({
    url: path,
    headers: { host: hostOf('npt'), 'x-accountid': '0', ...fund.donor.session.headers },
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

describe('columns and cacheStrategy of a list (§7)', () => {
  test('returns only the requested columns of each row, beside the list’s meta data', async () => {
    const columns = 'accountName fundId total donorName organizationLegalName writeAccess'
    const { status, body } = await ask(
      `/api/accounts?first=10&cacheStrategy=network-first&columns=${encodeURIComponent(columns)}`,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          accountName: expect.stringContaining(fund.accountName),
          fundId: fund.fundId,
          total: '1000000',
          donorName: 'Margaret Ellison',
          organizationLegalName: null,
          writeAccess: true,
        },
      ],
      meta: { total: 1, next: null, isTotalExact: true },
    })
  })

  test('accepts commas, and returns all columns without the parameter', async () => {
    expect((await ask('/api/accounts?columns=fundId,total')).body.data).toEqual([
      { fundId: fund.fundId, total: '1000000' },
    ])
    expect(Object.keys((await ask('/api/accounts')).body.data[0])).toContain('openedDate')
  })

  test.each(['nothing', 'fundId,nothing', ',', 'fundId;total', '__proto__'])(
    'rejects the columns "%s" on the field',
    async columns => {
      const { status, body } = await ask(`/api/accounts?columns=${encodeURIComponent(columns)}`)
      expect(status).toBe(400)
      expect(body.errors.columns[0]).toMatch(/^Choose from id, fundId, accountName/)
    },
  )

  test('never lets the browser cache a list, and rejects other cache strategies', async () => {
    expect((await ask('/api/accounts?cacheStrategy=network-first')).headers['cache-control']).toBe('no-store')
    expect((await ask('/api/accounts?cacheStrategy=cache-first')).status).toBe(400)
  })
})
