import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getClientContext, getVersion } from '../../../contract/client-context.contract.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const contextOf = async (client: string, headers: Record<string, string> = {}) =>
  (await portal.call(getClientContext, {}, { client, headers })).reply

describe('§3 the client context', () => {
  test('has every field: client, its books, the currency that is shown, the realm, the host', async () => {
    const { clientSettings: _clientSettings, ...fields } = await contextOf('rathbones')
    expect(fields).toEqual({
      client: 'rathbones',
      dbName: 'rathbones',
      primaryDb: 'rathbones',
      secondaryDb: null,
      currentDbHeader: 'GBP',
      orgId: 'rathbones',
      origin: 'http://rathbones.localhost:3000',
      primaryIsActive: true,
      enablePostgreSQL: true,
    })
  })

  test('open-points 2: with two books it tells which is shown, by X-Currency, and whether that is the primary one', async () => {
    const books = { client: 'npttransatlantic', primaryDb: 'nptuk', secondaryDb: 'nptukusd', orgId: 'nptuk' }
    expect(await contextOf('npttransatlantic')).toMatchObject({
      ...books,
      dbName: 'nptuk',
      currentDbHeader: 'GBP',
      primaryIsActive: true,
    })
    expect(await contextOf('npttransatlantic', { 'x-currency': 'USD' })).toMatchObject({
      ...books,
      dbName: 'nptukusd',
      currentDbHeader: 'USD',
      primaryIsActive: false,
    })
  })

  test('is asked for by nobody in particular, and answered for the host alone', async () => {
    const { reply } = await portal.call(
      getClientContext,
      {},
      { client: 'ubs', headers: { 'x-client': 'npt' } },
    )
    expect(reply.client).toBe('ubs')
    expect((await portal.call(getClientContext, {}, { client: 'nobody' })).problem.status).toBe(404)
  })
})

test('§3 version info of the API: jira, branch and revision as git has them, unless the environment says otherwise', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const { reply } = await portal.call(getVersion, {})
  expect(reply).toEqual({
    jira: expect.stringMatching(/^almoner \d+\.\d+\.\d+$/),
    branch: process.env.ALMONER_BRANCH ?? git('rev-parse', '--abbrev-ref', 'HEAD'),
    revision: process.env.ALMONER_REVISION ?? git('rev-parse', '--short', 'HEAD'),
  })
})
