import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../contract/problems.ts'
import { hostOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { pngOf } from '../../testing/factories/make-file.ts'
import { makeStaff } from '../../testing/factories/make-fund.ts'
import { receiveUpload } from './uploads.ts'

type MadeStaff = Awaited<ReturnType<typeof makeStaff>>

let portal: TestApp
let ana: MadeStaff
let ben: MadeStaff
let cem: MadeStaff
let dan: MadeStaff

beforeAll(async () => {
  portal = await startTestApp({ settings: { uploadLimits: { perPerson: 2, perClient: 3, all: 4 } } })
  ana = await makeStaff(portal)
  ben = await makeStaff(portal)
  cem = await makeStaff(portal, { realm: 'ubs' })
  dan = await makeStaff(portal, { realm: 'glenmede' })
})
afterAll(() => portal.close())

type Answer = { status: number; detail: string | undefined; retryAfter: string | undefined }

/** Sends a picture of an editor, whose bytes come from the stream. */
function send({ session }: MadeStaff, payload: Readable): Promise<Answer> {
  return portal.app
    .inject({
      method: 'POST',
      url: '/api/files?name=logo.png&alt=Logo',
      headers: {
        host: hostOf(session.client),
        origin: `http://${hostOf(session.client)}`,
        ...session.headers,
        'content-type': 'application/octet-stream',
      },
      payload,
    })
    .then(response => ({
      status: response.statusCode,
      detail: response.json().detail,
      retryAfter: response.headers['retry-after'] as string | undefined,
    }))
}

const picture = () => Readable.from([pngOf(4, 3)])

/** An upload of which the first bytes have arrived; `end` sends the rest. */
async function slow(staff: MadeStaff) {
  const body = new PassThrough()
  const [first, rest] = [pngOf(4, 3).subarray(0, 20), pngOf(4, 3).subarray(20)]
  body.write(first)
  const answer = send(staff, body)
  await vi.waitFor(() => expect(body.readableLength).toBe(0))
  return {
    answer,
    end: async () => {
      body.end(rest)
      return (await answer).status
    },
  }
}

describe('unfinished uploads', () => {
  test('are limited for a person, a client and the program, before they are read', async () => {
    const first = await slow(ana)
    const second = await slow(ana)
    const own = await send(ana, picture())
    expect(own).toMatchObject({ status: 429, retryAfter: '30' })
    expect(own.detail).toMatch(/sending several files already.* try again in 30 seconds\.$/)

    const third = await slow(ben)
    const ofClient = await send(ben, picture())
    expect(ofClient).toMatchObject({
      ...{ status: 429, retryAfter: '30' },
      detail: 'Many people are sending files. Please try again in 30 seconds.',
    })

    const fourth = await slow(cem)
    const ofAll = await send(dan, picture())
    expect(ofAll).toMatchObject({ status: 503, detail: expect.stringMatching(/Many people/) })

    const statuses = await Promise.all([first, second, third, fourth].map(each => each.end()))
    expect(statuses).toEqual([200, 200, 200, 200])
    for (const staff of [ana, ben, cem, dan]) expect((await send(staff, picture())).status).toBe(200)
  })

  test('count no longer when they are refused', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await send(ana, Readable.from([]))).status).toBe(400)
      expect((await send(ana, Readable.from(['no picture']))).status).toBe(400)
      expect((await send(ana, Readable.from([Buffer.alloc(26 * 1024 * 1024)]))).status).toBe(413)
    }
    expect((await send(ana, picture())).status).toBe(200)
  })
})

describe('a received file', () => {
  const bytes = new Uint8Array(700_000).map((_zero, index) => index % 251)
  const partsOf = (length: number) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / length) }, (_none, index) =>
        bytes.subarray(index * length, (index + 1) * length),
      ),
    )

  test.each([1_000, 65_536, 700_000])('that came in parts of %i bytes is read as it was', async length => {
    const file = await receiveUpload(partsOf(length), { maxBytes: 700_000 })
    expect(file.size).toBe(bytes.length)
    expect(Buffer.compare(await file.read(), bytes)).toBe(0)
    const parts: Uint8Array[] = []
    for await (const part of file.parts()) parts.push(part)
    expect(Buffer.compare(Buffer.concat(parts), bytes)).toBe(0)
    await file.discard()
    await expect(file.read()).rejects.toThrow()
  })

  test('is refused beyond its limit, and where the connection breaks', async () => {
    await expect(receiveUpload(partsOf(65_536), { maxBytes: 699_999 })).rejects.toMatchObject({
      code: 'too-large',
    })
    async function* broken() {
      yield bytes
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    }
    const received = receiveUpload(Readable.from(broken()), { maxBytes: 1_000_000 })
    await expect(received).rejects.toBeInstanceOf(Problem)
  })
})
