import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { listCharityList, setCharityList, setCharityNote } from '../charity-list.contract.ts'

let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 50_000_00n })
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const save = (charityId: string, inCharityList = true) =>
  portal.call(
    setCharityList,
    { params: { fundId: fund.fundId }, body: body({ charityId, inCharityList }) },
    { as: fund.donor.session },
  )
const note = (charityId: string, text: string, as = fund.donor.session) =>
  portal.call(
    setCharityNote,
    { params: { fundId: fund.fundId }, body: body({ charityId, note: text }) },
    { as },
  )
const list = async (sort?: string) =>
  (
    await portal.call(
      listCharityList,
      { params: { fundId: fund.fundId }, query: sort === undefined ? {} : { sort } },
      { as: fund.donor.session },
    )
  ).reply.data

/** Writes to the register as the import does. */
const inRegister = (charityId: string, change: string) =>
  portal.databases.registrar().query(`update charity set ${change} where charity_id = $1`, [charityId])

test('a charity is listed with its note, its last grant and the amount paid to it (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  await save(charityId)
  expect(await list()).toMatchObject([{ charityId, note: null, flag: null, lastGrant: null, totalMinor: 0n }])
  const paid = await makeGrant(portal, fund, {
    charityId,
    amountMinor: 900_00n,
    approvedBy: await makeStaff(portal),
  })
  await payGrant(portal, paid, await makeStaff(portal))
  const last = await makeGrant(portal, fund, { charityId, amountMinor: 300_00n })
  expect((await note(charityId, '  Ask for the annual report ')).reply.note).toBe('Ask for the annual report')
  expect(await list()).toMatchObject([
    {
      note: 'Ask for the annual report',
      lastGrant: { grantId: last, amountMinor: 300_00n },
      totalMinor: 900_00n,
    },
  ])
  expect((await note(charityId, ' ')).reply.note).toBeNull()
})

test('a charity whose name changed, that left the register or can receive nothing is flagged (§13)', async () => {
  const renamed = await makeCharity(portal.databases, { name: 'OLD HARBOUR TRUST' })
  const left = await makeCharity(portal.databases)
  const same = await makeCharity(portal.databases)
  for (const { charityId } of [renamed, left, same]) await save(charityId)
  await inRegister(renamed.charityId, "name = 'NEW HARBOUR TRUST'")
  await inRegister(left.charityId, "delisted_on = '2026-01-31', delisted_import = source_import")
  const flagOf = async (charityId: string) =>
    (await list()).find(listed => listed.charityId === charityId)?.flag
  expect(await flagOf(renamed.charityId)).toBe('The register now has this charity as New Harbour Trust.')
  expect(await flagOf(left.charityId)).toMatch(/\.$/)
  expect(await flagOf(same.charityId)).toBeNull()
})

test('sorts the list by name and by what was given', async () => {
  const a = await makeCharity(portal.databases, { name: 'AAA TRUST' })
  const z = await makeCharity(portal.databases, { name: 'ZZZ TRUST' })
  for (const { charityId } of [z, a]) await save(charityId)
  expect((await list('name')).map(({ charityId }) => charityId)).toEqual([a.charityId, z.charityId])
  expect((await list('-name')).map(({ charityId }) => charityId)).toEqual([z.charityId, a.charityId])
})

test('a note needs the permission and a charity of the list', async () => {
  const { charityId } = await makeCharity(portal.databases)
  expect((await note(charityId, 'Not on the list')).status).toBe(404)
  await save(charityId)
  const viewer = await makePersonOf(portal, fund, 'viewer')
  expect((await note(charityId, 'Not mine', viewer.session)).problem.type).toMatch(/access-denied$/)
  const stranger = (await makeFund(portal)).donor
  expect((await note(charityId, 'Not mine', stranger.session)).status).toBe(404)
  expect((await list())[0]?.note).toBeNull()
})
