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

describe('client context (§3)', () => {
  test('has every field of the specification', async () => {
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

  test('selects one of two books by X-Currency (§15)', async () => {
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

  test('depends on the host, not on other headers', async () => {
    const { reply } = await portal.call(
      getClientContext,
      {},
      { client: 'ubs', headers: { 'x-client': 'npt' } },
    )
    expect(reply.client).toBe('ubs')
    expect((await portal.call(getClientContext, {}, { client: 'nobody' })).problem.status).toBe(404)
  })
})

test('returns the version with branch and revision from the environment or git (§3)', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const { reply } = await portal.call(getVersion, {})
  expect(reply).toEqual({
    jira: expect.stringMatching(/^almoner \d+\.\d+\.\d+$/),
    branch: process.env.ALMONER_BRANCH ?? git('rev-parse', '--abbrev-ref', 'HEAD'),
    revision: process.env.ALMONER_REVISION ?? git('rev-parse', '--short', 'HEAD'),
  })
})
