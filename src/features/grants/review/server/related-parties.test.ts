import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../../testing/factories/make-relationship.ts'
import { grantCalls } from '../../../../testing/grants/grant-calls.ts'
import { hintNotNoted } from '../../domain/related-parties.ts'
import { getGrant } from '../../grants.contract.ts'
import { decideRelatedParties, noteRelatedParties } from '../related-parties.contract.ts'
import { getStaffGrant } from '../staff-grants.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let fund: MadeFund
let reviewer: Person
let compliance: Person
let approver: Person
let grantId: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
  fund = await makeFund(portal)
  reviewer = await makeStaff(portal)
  compliance = await makeStaff(portal)
  approver = await makeStaff(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  grantId = await makeGrant(portal, fund, { repeatConfirmed: true })
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const note = (as = reviewer, key: string = randomUUID(), of = grantId) =>
  portal.call(
    noteRelatedParties,
    { params: { grantId: of }, body: body({ note: 'The treasurer is the donor’s sister' }) },
    { as: as.session, idempotencyKey: key },
  )
const decide = (
  outcome: 'no-benefit' | 'benefit',
  { as = compliance, key = randomUUID() as string, of = grantId } = {},
) =>
  portal.call(
    decideRelatedParties,
    { params: { grantId: of }, body: body({ outcome, reason: 'Her minutes of March' }) },
    { as: as.session, idempotencyKey: key },
  )
const approve = (as = approver) => grantCalls(portal).approve(grantId, as.session, 'Checked')
const read = async (as = approver) =>
  (await portal.call(getStaffGrant, { params: { grantId } }, { as: as.session })).reply

describe('related parties of a grant', () => {
  test('are noted with the hints of the day, and stop the approval until another person has decided', async () => {
    const { charityId } = await makeCharity(portal.databases, { name: 'ELLISON FAMILY RELIEF' })
    grantId = await makeGrant(portal, fund, { charityId })
    // A hint alone asks for the note.
    expect((await read()).commands.approve).toBe(hintNotNoted)
    expect((await approve()).problem).toMatchObject({ status: 409, detail: hintNotNoted })
    const noted = (await note()).reply
    expect(noted.relatedParties).toMatchObject([{ outcome: null, note: expect.stringContaining('sister') }])
    expect(noted.relatedParties[0]?.hints).toEqual(noted.hints)
    expect(noted.hints.length).toBeGreaterThan(0)
    expect((await read()).commands.approve).toMatch(/Compliance has to decide first/)
    expect((await approve()).problem).toMatchObject({ status: 409 })
    expect((await note()).status).toBe(409)
    expect((await decide('no-benefit', { as: reviewer })).problem.detail).toMatch(
      /someone else has to decide/,
    )
    expect((await read(reviewer)).relatedPartiesRefusal).toMatch(/someone else has to decide/)
    const decided = (await decide('no-benefit')).reply
    expect(decided.relatedParties).toMatchObject([
      { outcome: 'no-benefit', reason: 'Her minutes of March', decidedByName: 'Prudence Gale' },
    ])
    expect((await approve(compliance)).problem.type).toMatch(/access-denied$/)
    expect((await approve()).status).toBe(200)
    expect((await note()).status).toBe(409)
  })

  test('are asked about again where another person of the fund has the name or the address', async () => {
    const { charityId } = await makeCharity(portal.databases, { name: 'ELLISON AND WHITCOMBE SHELTER' })
    const own = await makeFund(portal)
    grantId = await makeGrant(portal, own, { charityId })
    await note()
    await decide('no-benefit')
    expect((await read()).commands.approve).toBeNull()
    await makeRelationship(portal.databases, own, { name: 'Ida Whitcombe' })
    expect((await read()).commands.approve).toBe(hintNotNoted)
    expect((await approve()).problem).toMatchObject({ status: 409, detail: hintNotNoted })
    const again = (await note()).reply
    expect(again.relatedParties.at(-1)?.hints).toContainEqual(expect.stringContaining('Ida Whitcombe'))
    await decide('no-benefit')
    expect((await approve()).status).toBe(200)
  })

  test('of whom someone benefits end the grant, unless a later case is decided otherwise', async () => {
    await note()
    await decide('benefit')
    expect((await approve()).status).toBe(409)
    expect((await read()).commands).toMatchObject({
      approve: expect.stringMatching(/4958/),
      reject: null,
    })
    expect((await decide('no-benefit')).status).toBe(409)
    await note(approver)
    expect((await read()).relatedParties).toHaveLength(2)
    expect((await decide('no-benefit')).status).toBe(200)
    expect((await approve(reviewer)).status).toBe(200)
  })

  test('are noted and decided once: for one key, and where two do it at once', async () => {
    const key = randomUUID()
    expect((await note(reviewer, key)).status).toBe(200)
    expect((await note(reviewer, key)).status).toBe(200)
    const both = await Promise.all([decide('no-benefit'), decide('benefit', { as: approver })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read()).relatedParties).toHaveLength(1)
    grantId = await makeGrant(portal, fund, { repeatConfirmed: true })
    const notes = await Promise.all([note(reviewer), note(approver)])
    expect(notes.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('stop an approval that was sent at the same time, or come after it', async () => {
    const [noted, approved] = await Promise.all([note(), approve()])
    expect([noted.status, approved.status].sort()).toEqual([200, 409])
  })

  test('do not exist for another book, and donors read nothing of them', async () => {
    await note()
    const elsewhere = await makeStaff(portal, { realm: 'ubs' })
    expect((await note(elsewhere)).status).toBe(404)
    expect((await decide('no-benefit', { as: elsewhere })).status).toBe(404)
    const donors = await portal.call(
      getGrant,
      { params: { fundId: fund.fundId, grantId } },
      { as: fund.donor.session },
    )
    expect(
      JSON.stringify(donors.reply, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/sister|related/i)
  })

  test('are kept: the database refuses another decision, the same person, and an approval past them', async () => {
    await note()
    const admin = (statement: string) => portal.database.admin.query(statement, [grantId])
    const decided = `outcome = 'no-benefit', reason = 'x', decided_by_name = 'x', decided_at = now() + interval '1 day'`
    await expect(
      admin(`update related_party_case set ${decided}, decided_by = noted_by where grant_id = $1`),
    ).rejects.toThrow(/another_person_decides/)
    await decide('benefit')
    await expect(admin(`update related_party_case set reason = 'y' where grant_id = $1`)).rejects.toThrow()
    await expect(
      admin(
        `insert into grant_history_entry
         select (jsonb_populate_record(h, jsonb_build_object('transition', 'approve', 'step', 99, 'actor_user_id', c.noted_by))).*
         from grant_history_entry h join related_party_case c using (book, grant_id) where grant_id = $1 and h.step = 1`,
      ),
    ).rejects.toThrow(/found a benefit/)
  })
})
