import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { pdfOf, pngOf } from '../../../testing/factories/make-file.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { getFundCharity } from '../../charity-list/charity-list.contract.ts'
import { getCharityProfile, removeCharityLogo, uploadCharityLogo } from '../profiles.contract.ts'

let portal: TestApp
let staff: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  charityId = (await makeCharity(portal.databases)).charityId
})

const upload = (bytes: Uint8Array<ArrayBuffer>, revision = 0, as = staff, client = 'npt') =>
  portal.call(
    uploadCharityLogo,
    { params: { charityId }, query: { revision: String(revision) }, upload: bytes },
    { as: as.session, client },
  )
const remove = (revision: number) =>
  portal.call(
    removeCharityLogo,
    { params: { charityId }, body: { data: { type: 'command', attributes: { revision } } } },
    { as: staff.session },
  )
const get = (url: string, client = 'npt') =>
  portal.app.inject({ method: 'GET', url, headers: { host: hostOf(client) } })

test('a logo is examined, stored with its change, shown to donors, replaced and removed (§13)', async () => {
  const { reply } = await upload(pngOf(120, 60))
  expect(reply).toMatchObject({
    revision: 1,
    logoUrl: expect.stringMatching(/^\/charity-logos\/[0-9a-f-]{36}\.png$/),
    changes: [{ fields: [{ field: 'logo', before: 'none', after: 'a new logo' }] }],
  })
  const first = reply.logoUrl ?? ''
  const served = await get(first)
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 120, height: 60 })
  const fund = await makeFund(portal)
  const seen = await portal.call(
    getFundCharity,
    { params: { fundId: fund.fundId, charityId } },
    { as: fund.donor.session },
  )
  expect(seen.reply.logoUrl).toBe(first)
  const next = (await upload(pngOf(40, 40), 1)).reply.logoUrl ?? ''
  expect(next).not.toBe(first)
  expect((await get(first)).statusCode).toBe(404)
  expect((await get(next)).statusCode).toBe(200)
  expect((await remove(2)).reply).toMatchObject({ revision: 3, logoUrl: null })
  expect((await get(next)).statusCode).toBe(404)
})

test('refuses a logo that is not a picture or too large, or if the charity was changed in the meantime', async () => {
  for (const bytes of [pdfOf(), new Uint8Array(Buffer.from('<svg onload="alert(1)"/>'))])
    expect((await upload(new Uint8Array(bytes))).problem.errors).toHaveProperty('file')
  const wide = await sharp({ create: { width: 2_100, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await upload(new Uint8Array(wide))).problem.errors?.file?.join()).toContain('2000 pixels')
  const both = await Promise.all([upload(pngOf(8, 8)), upload(pngOf(9, 9))])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a logo belongs to the realm that uploaded it, and only CHARITY_EDIT changes it', async () => {
  const url = (await upload(pngOf(16, 16))).reply.logoUrl ?? ''
  expect((await get(url, 'ubs')).statusCode).toBe(404)
  const elsewhere = await makeStaff(portal, { realm: 'ubs' })
  const there = await portal.call(
    getCharityProfile,
    { params: { charityId } },
    { as: elsewhere.session, client: 'ubs' },
  )
  expect(there.reply.logoUrl).toBeNull()
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  expect((await upload(pngOf(8, 8), 1, auditor)).problem.title).toBe('Access denied.')
  for (const name of ['x.png', '../content-files/x', '00000000-0000-0000-0000-000000000000.png'])
    expect((await get(`/charity-logos/${encodeURIComponent(name)}`)).statusCode).toBe(404)
})
