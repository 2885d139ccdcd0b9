import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rotateKeys } from '../../../server/files/rotate-keys.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import {
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
  proposeBankDetails,
} from '../bank-details.contract.ts'
import { decryptBankNumbers, ownerOf } from './encrypt-bank-numbers.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  one = await makeStaff(portal)
  two = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
  charityId = (await makeCharity(portal.databases)).charityId
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const details = {
  holderName: 'Harbor Light Food Bank',
  bank: '0110-0001 5',
  account: '987 654 4711',
  reason: 'Their letter of March 9',
}
const enter = (about: Partial<typeof details> = {}, as = one) =>
  portal.call(
    proposeBankDetails,
    { params: { charityId }, body: body({ ...details, ...about }) },
    { as: as.session },
  )
const decide = (
  endpoint: typeof confirmBankDetails | typeof declineBankDetails,
  detailsId: string,
  as: Person,
) =>
  portal.call(
    endpoint,
    {
      params: { charityId, detailsId },
      body: body({ note: 'Ms. Doe, on the number of their annual report' }),
    },
    { as: as.session },
  )
const list = async (as = one) =>
  (await portal.call(listBankDetails, { params: { charityId } }, { as: as.session })).reply.data
const entered = async (about: Partial<typeof details> = {}) =>
  (await enter(about)).reply.data[0]?.detailsId ?? ''
const rowOf = async (detailsId: string) => {
  const { rows } = await portal.database.admin.query<{
    ciphertext: Buffer
    key_id: string
    data_key: Buffer
    realm: string
  }>('select ciphertext, key_id, data_key, realm from charity_bank_details where details_id = $1', [
    detailsId,
  ])
  const [row] = rows
  if (!row) throw new Error('no such details')
  return row
}

test('bank details are entered by one person and confirmed by another after a call; nothing is paid to them for three days (§13)', async () => {
  const detailsId = await entered()
  expect(await list()).toMatchObject([
    {
      state: 'proposed',
      lastFour: '4711',
      usableFrom: null,
      decisionRefusal: expect.stringMatching(/someone else/),
    },
  ])
  expect((await decide(confirmBankDetails, detailsId, one)).problem.type).toMatch(/access-denied$/)
  expect((await list(two))[0]?.decisionRefusal).toBeNull()
  expect((await decide(confirmBankDetails, detailsId, two)).status).toBe(200)
  expect(await list()).toMatchObject([
    { state: 'confirmed', usableFrom: '2026-03-19', decidedByName: 'Basil Thorne' },
  ])
  expect((await decide(confirmBankDetails, detailsId, two)).status).toBe(409)
})

test('the database refuses a confirmation by the person who entered them', async () => {
  const detailsId = await entered()
  await expect(
    portal.database.admin.query(
      `update charity_bank_details set state = 'confirmed', note = 'x', decided_by = proposed_by,
         decided_by_name = 'x', decided_at = now() where details_id = $1`,
      [detailsId],
    ),
  ).rejects.toMatchObject({ constraint: 'two_people' })
})

test('new details replace those in use, and only once they are confirmed', async () => {
  await decide(confirmBankDetails, await entered(), two)
  const next = await entered({ account: '5555550815' })
  expect((await list()).map(({ state }) => state)).toEqual(['proposed', 'confirmed'])
  await decide(confirmBankDetails, next, two)
  expect((await list()).map(({ state, lastFour }) => `${state} ${lastFour}`)).toEqual([
    'confirmed 0815',
    'replaced 4711',
  ])
})

test('the numbers are encrypted: they are in no reply and no row, and cannot be moved to another row', async () => {
  const answer = await enter()
  const detailsId = answer.reply.data[0]?.detailsId ?? ''
  expect(JSON.stringify(answer.reply)).not.toMatch(/011000015|9876544711/)
  const { rows } = await portal.database.admin.query(
    'select charity_bank_details::text as row from charity_bank_details where details_id = $1',
    [detailsId],
  )
  const text = `${rows[0]?.row} ${Buffer.from(rows[0]?.row ?? '').toString('hex')}`
  expect(text).not.toMatch(/011000015|9876544711/)
  const row = await rowOf(detailsId)
  expect(row.ciphertext.includes('9876544711')).toBe(false)
  const { keys } = portal.documentFiles
  const encrypted = { ciphertext: row.ciphertext, dataKey: { keyId: row.key_id, wrapped: row.data_key } }
  expect(decryptBankNumbers(keys, ownerOf(row.realm, detailsId), encrypted)).toEqual({
    country: 'US',
    bank: '011000015',
    account: '9876544711',
    kind: 'checking',
  })
  expect(() => decryptBankNumbers(keys, ownerOf(row.realm, charityId), encrypted)).toThrow()
  const altered = Buffer.from(row.ciphertext)
  altered[3] = (altered[3] ?? 0) ^ 1
  expect(() =>
    decryptBankNumbers(keys, ownerOf(row.realm, detailsId), { ...encrypted, ciphertext: altered }),
  ).toThrow()
})

test('wrong numbers, the details in use and a second proposal are refused', async () => {
  expect((await enter({ bank: '011000016' })).problem.errors).toHaveProperty('bank')
  expect((await enter({ account: '12' })).problem.errors).toHaveProperty('account')
  await decide(confirmBankDetails, await entered(), two)
  expect((await enter()).problem.errors).toEqual({ account: ['These are the details in use'] })
  const both = await Promise.all([enter({ account: '11112222' }), enter({ account: '33334444' }, two)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the person who entered them can withdraw them, and others can be entered after that', async () => {
  const detailsId = await entered()
  expect((await decide(declineBankDetails, detailsId, one)).reply.data[0]?.state).toBe('declined')
  expect((await enter()).status).toBe(200)
})

test('bank details require a step-up, the permission and the realm', async () => {
  const detailsId = await entered()
  const { donor } = await makeFund(portal)
  expect((await decide(confirmBankDetails, detailsId, donor)).problem.type).toMatch(/access-denied$/)
  const elsewhere = await makeStaff(portal, { realm: 'ubs' })
  expect((await decide(confirmBankDetails, detailsId, elsewhere)).status).toBe(404)
  expect(await list(elsewhere)).toEqual([])
  clock.advance(10 * 60 * 1000)
  expect((await decide(confirmBankDetails, detailsId, two)).problem.type).toContain('step-up-needed')
})

test('the keys of bank details are rotated like those of documents', async () => {
  await entered()
  const { keys } = portal.documentFiles
  const rotated = await rotateKeys({
    db: portal.databases.realm('npt'),
    keys: { ...keys, currentKeyId: 'the next one' },
    table: 'charity_bank_details',
    ownerOf: id => ownerOf('npt', id),
  })
  expect(rotated.failed).toEqual([])
  expect(rotated.rotated).toBeGreaterThan(0)
})
