import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoint } from '../../contract/endpoint.ts'
import { type FileReply, fileReply } from '../../contract/list.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { makeStaff, type Person } from '../../testing/factories/make-fund.ts'
import { route } from './route.ts'

/** An export that never ends. */
const probe = endpoint({
  method: 'GET',
  path: '/api/probe',
  access: 'AUDIT_VIEW',
  summary: 'Exports until its connection breaks',
  records: ['file-exported'],
  reply: fileReply,
  file: true,
})

let portal: TestApp
let origin: string
let isRead: boolean

beforeAll(async () => {
  const handle = async (): Promise<FileReply> => ({
    ...{ name: 'probe.csv', mediaType: 'text/csv', totalRows: null, rowsWritten: () => 1 },
    bytes: (async function* () {
      isRead = true
      try {
        for (;;) {
          yield Buffer.alloc(65_536, 'a')
          await setTimeout(20)
        }
      } finally {
        isRead = false
      }
    })(),
  })
  portal = await startTestApp({ settings: { routes: [route(probe, handle)] } })
  origin = await portal.app.listen({ port: 0 })
})
afterAll(() => portal.close())

/** Reads the export until it breaks. Returns how long after `change` it did, in ms. */
async function brokenAfter(person: Person, change: () => Promise<unknown>): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(
      `${origin}${probe.path}`,
      { headers: { ...person.session.headers, host: hostOf('npt') } },
      resolve,
    ).on('error', reject),
  )
  expect(response.statusCode).toBe(200)
  response.resume()
  await expect.poll(() => isRead).toBe(true)
  await change()
  const from = performance.now()
  await once(response, 'error')
  await expect.poll(() => isRead).toBe(false)
  return performance.now() - from
}

test.each([
  [
    'the right ends',
    `update user_role set state = 'ended', ended_at = now(), end_reason = 'test' where user_id = $1`,
  ],
  [
    'the right is over by itself',
    `update user_role set valid_until = now() + interval '1 ms' where user_id = $1`,
  ],
  ['the person is suspended', 'update app_user set has_access = false where user_id = $1'],
  ['the session ends', `update session set ended_at = now(), end_reason = 'test' where user_id = $1`],
])('an export breaks when %s', async (_what, statement) => {
  const person = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  await portal.database.admin.query(
    'update user_role set given_at = now() - interval $$1 day$$ where user_id = $1',
    [person.user.userId],
  )
  const ms = await brokenAfter(person, () => portal.database.admin.query(statement, [person.user.userId]))
  // Half a second between two checks; the rest is for a busy machine.
  expect(ms).toBeLessThan(5000)
})
