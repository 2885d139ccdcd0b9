import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoint } from '../../contract/endpoint.ts'
import { type FileReply, fileReply } from '../../contract/list.ts'
import { listFiles } from '../../features/files/files.contract.ts'
import { endRight } from '../../features/users/rights.contract.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { route } from '../../server/http/route.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { testSecret } from '../../testing/database/database-server.ts'
import { pngOf } from '../../testing/factories/make-file.ts'
import { makeStaff, type Person } from '../../testing/factories/make-fund.ts'
import { commandOf } from '../../testing/signing.ts'
import { routes } from './routes.ts'

// Two instances of the program on one database, each with its own pools and caches: a right ends in the one, and the other refuses.

/** An export that never ends. */
const probe = endpoint({
  method: 'GET',
  path: '/api/probe',
  access: 'CONTENT_EDIT',
  summary: 'Exports until its connection breaks',
  records: ['file-exported'],
  reply: fileReply,
  file: true,
})

/** What the specification allows, in ms. */
const allowedMs = 1000
/** A busy machine delays single rounds; the fastest shows what the program does. */
const rounds = 3

let one: TestApp
let other: TestApp
let manager: Person
let otherOrigin: string

beforeAll(async () => {
  one = await startTestApp()
  const { host, port, database } = one.database.connection
  const databases = openDatabases({ server: { host, port, database }, secret: testSecret, maxPerBook: 4 })
  const bytes = async function* () {
    for (;;) {
      yield Buffer.alloc(65_536, 'a')
      await setTimeout(20)
    }
  }
  const handle = async (): Promise<FileReply> => ({
    ...{ name: 'probe.csv', mediaType: 'text/csv', totalRows: null, rowsWritten: () => 1, bytes: bytes() },
  })
  other = await startTestApp({
    database: { ...one.database, databases, drop: () => databases.close() },
    settings: { routes: [...routes, route(probe, handle)] },
  })
  otherOrigin = await other.app.listen({ port: 0 })
  manager = await makeStaff(one)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const makeEditor = () => makeStaff(one, { roles: [{ role: 'content_editor', actions: null }] })

/** Ends the editor's right in the first instance. */
async function endRightOf({ user }: Person): Promise<void> {
  const { rows } = await one.database.admin.query<{ right_id: string }>(
    'select right_id from user_role where user_id = $1 and ended_at is null',
    [user.userId],
  )
  const body = commandOf({ reason: 'Moved', acceptsSmallerTeam: false })
  const ended = await one.call(
    endRight,
    { params: { rightId: rows[0]?.right_id ?? '' }, body },
    { as: manager.session },
  )
  expect(ended.status).toBe(200)
}

/** How long an upload has to be admitted before the right ends. Where that was too short, it is refused instead of broken, and is tried again. */
const admittedAfterMs = 300
const attempts = 10

async function fastestOf(round: () => Promise<number>): Promise<number> {
  const measured: number[] = []
  for (let each = 0; each < rounds; each += 1) measured.push(await round())
  return Math.min(...measured)
}

test('the other instance refuses a request whose permissions it had in its cache', async () => {
  const ms = await fastestOf(async () => {
    const editor = await makeEditor()
    const read = async () => (await other.call(listFiles, { query: {} }, { as: editor.session })).status
    expect([await read(), await read()]).toEqual([200, 200])
    await endRightOf(editor)
    const from = performance.now()
    await expect.poll(read, { interval: 5, timeout: 20_000 }).toBe(404)
    return performance.now() - from
  })
  expect(ms).toBeLessThan(allowedMs)
})

test('an export that runs in the other instance breaks', async () => {
  const ms = await fastestOf(async () => {
    const editor = await makeEditor()
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(
        `${otherOrigin}${probe.path}`,
        { headers: { ...editor.session.headers, host: hostOf('npt') } },
        resolve,
      ).on('error', reject),
    )
    expect(response.statusCode).toBe(200)
    response.resume()
    await endRightOf(editor)
    const from = performance.now()
    await once(response, 'error')
    return performance.now() - from
  })
  expect(ms).toBeLessThan(allowedMs)
})

test('an upload that runs in the other instance breaks, and stores nothing', async () => {
  const picture = pngOf(4, 3)
  const broken: number[] = []
  for (let each = 1; each <= attempts && broken.length < rounds; each += 1) {
    const ms = await breakUpload(picture, each * admittedAfterMs)
    if (ms !== null) broken.push(ms)
  }
  const ms = Math.min(...broken)
  expect(ms).toBeLessThan(allowedMs)
  const { rows } = await one.database.admin.query(`select from content_file where name = 'cut.png'`)
  expect(rows).toEqual([])
})

/** Sends a part of a file, ends the right, and returns how long the connection lasted then; null if the upload was refused before. */
async function breakUpload(picture: Uint8Array, admittedMs: number): Promise<number | null> {
  const editor = await makeEditor()
  const sending = request(`${otherOrigin}/api/files?name=cut.png&alt=Cut`, {
    method: 'POST',
    headers: {
      ...editor.session.headers,
      host: hostOf('npt'),
      origin: `http://${hostOf('npt')}`,
      'content-type': 'application/octet-stream',
      'content-length': String(picture.length),
    },
  })
  const broken = once(sending, 'error').then(() => true)
  const refused = once(sending, 'response').then(
    () => false,
    () => true,
  )
  sending.write(picture.subarray(0, 20))
  await setTimeout(admittedMs)
  await endRightOf(editor)
  const from = performance.now()
  const isBroken = await Promise.race([broken, refused])
  const ms = performance.now() - from
  sending.destroy()
  return isBroken ? ms : null
}
