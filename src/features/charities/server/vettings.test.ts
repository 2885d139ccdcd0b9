import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { pdfOf } from '../../../testing/factories/make-file.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { getFundCharity, searchCharities, setCharityList } from '../charities.contract.ts'
import { acceptProposal, listProposalsToDecide } from '../proposal-review.contract.ts'
import { proposeCharity } from '../proposals.contract.ts'
import {
  addVettingPaper,
  confirmVetting,
  declineVetting,
  getVettingPaper,
  listVettings,
  proposeVetting,
  type Vetting,
} from '../vettings.contract.ts'
import { rotateVettingPaperKeys } from './vetting-papers.ts'

const clock = testClock('2026-11-02T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let town = 0

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-11-02T15:00:00Z')
  town += 1
  one = await makeStaff(portal)
  two = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const fields = () => ({
  name: `Quillwater Chapel of Lantern Cove ${town}`,
  alsoKnownAs: '',
  street: '4 Pier Road',
  city: 'Lantern Cove',
  usState: 'ME',
  postalCode: '04101',
  basis: 'church' as const,
  finding: 'Listed in the directory of its denomination; letter of its treasurer of October 20',
  expiresOn: '2028-10-31' as Vetting['expiresOn'],
})
type Entered = Partial<ReturnType<typeof fields>> & { charityId?: string; proposalId?: string }

const enter = (
  { charityId, proposalId, ...changed }: Entered = {},
  { as = one, idempotencyKey = randomUUID() }: { as?: Person; idempotencyKey?: string } = {},
) =>
  portal.call(
    proposeVetting,
    {
      body: body({
        ...fields(),
        ...changed,
        charityId: charityId ?? null,
        proposalId: proposalId ?? null,
      }),
    },
    { as: as.session, idempotencyKey },
  )
const addPaper = (vettingId: string, { as = one, upload = pdfOf() as Uint8Array<ArrayBuffer> } = {}) =>
  portal.call(
    addVettingPaper,
    { params: { vettingId }, query: { name: 'Letter.pdf' }, upload },
    { as: as.session },
  )
const confirm = (vettingId: string, as = two) =>
  portal.call(
    confirmVetting,
    { params: { vettingId }, body: body({ note: 'Both papers, and the denomination’s directory' }) },
    { as: as.session },
  )
const decline = (vettingId: string, as = one) =>
  portal.call(
    declineVetting,
    { params: { vettingId }, body: body({ note: 'The letter is another church’s' }) },
    { as: as.session },
  )
const list = async (as: Person, charityId?: string) =>
  (await portal.call(listVettings, { query: charityId ? { charityId } : {} }, { as: as.session })).reply.data

async function vetted(about: Entered = {}): Promise<Vetting> {
  const { vettingId } = (await enter(about)).reply
  await addPaper(vettingId)
  return (await confirm(vettingId)).reply
}

const find = async (fund: MadeFund, keywords: string) =>
  (await portal.call(searchCharities, { query: { keywords } }, { as: fund.donor.session })).reply.data.map(
    ({ charityId }) => charityId,
  )

describe('an organization on no register (§13)', () => {
  test('is vetted by one person and confirmed by another by its papers; donors find it, list it and grant to it', async () => {
    const fund = await makeFund(portal)
    const { vettingId, charityId } = (await enter()).reply
    expect(charityId).toMatch(/^XX-ALM-\d{6}$/)
    expect((await confirm(vettingId)).problem).toMatchObject({ status: 409, detail: /Add a paper first/ })
    expect((await addPaper(vettingId)).reply.papers).toMatchObject([{ name: 'Letter.pdf' }])
    expect((await confirm(vettingId, one)).problem.type).toMatch(/access-denied$/)
    expect(await find(fund, fields().name)).toEqual([])
    expect((await confirm(vettingId)).reply).toMatchObject({ state: 'vetted', validity: 'valid' })
    expect((await confirm(vettingId)).status).toBe(409)
    expect((await addPaper(vettingId)).status).toBe(409)

    expect(await find(fund, fields().name)).toEqual([charityId])
    expect(await find(fund, charityId.toLowerCase())).toEqual([charityId])
    const params = { fundId: fund.fundId, charityId }
    const as = fund.donor.session
    const shown = (await portal.call(getFundCharity, { params }, { as })).reply
    expect(shown).toMatchObject({ canBeSelected: true, taxId: charityId, eligibility: { outcome: 'yes' } })
    const listed = { params: { fundId: fund.fundId }, body: body({ charityId, inCharityList: true }) }
    expect((await portal.call(setCharityList, listed, { as })).status).toBe(200)
    const granted = await recommend(portal, fund, recommendation(charityId))
    expect(granted.reply).toMatchObject({ charityId })
    const { rows } = await portal.database.admin.query<{ evidence: unknown }>(
      'select evidence from grant_history_entry where grant_id = $1 and evidence is not null',
      [granted.reply.grantId],
    )
    expect(rows[0]?.evidence).toMatchObject({
      register: 'vetted-us',
      sourceFile: `vetting ${vettingId}`,
      fileDate: '2026-11-02',
      outcome: 'yes',
    })
  })

  test('is found with a typing error and by an unfinished word, as charities of a register are', async () => {
    const fund = await makeFund(portal)
    const { charityId } = await vetted({ name: `Zephyrbrook Congregation ${town}` })
    expect(await find(fund, 'zephyrbruok congregation')).toContain(charityId)
    expect(await find(fund, 'zephyrb')).toContain(charityId)
  })

  test('is a question to staff once its vetting has expired, and a renewal by two people ends that', async () => {
    const fund = await makeFund(portal)
    const { charityId, vettingId } = await vetted({ expiresOn: '2028-10-31' as Vetting['expiresOn'] })
    await expire(vettingId)
    const params = { fundId: fund.fundId, charityId }
    const shown = async () =>
      (await portal.call(getFundCharity, { params }, { as: fund.donor.session })).reply.eligibility
    expect(await shown()).toMatchObject({ outcome: 'person', sentence: expect.stringMatching(/expired/) })
    const renewal = (await enter({ charityId, name: `Renamed Chapel ${town}` })).reply
    expect(renewal.charityId).toBe(charityId)
    expect((await enter({ charityId })).problem.detail).toMatch(/waits for its confirmation/)
    expect((await shown()).outcome).toBe('person')
    await addPaper(renewal.vettingId)
    await confirm(renewal.vettingId)
    expect((await shown()).outcome).toBe('yes')
    expect((await list(one, charityId)).map(({ state }) => state).sort()).toEqual(['replaced', 'vetted'])
  })

  test('comes from a donor’s proposal, which is accepted with its number', async () => {
    const fund = await makeFund(portal)
    const params = { fundId: fund.fundId }
    const proposed = { name: fields().name, town: 'Lantern Cove', taxId: '', website: '', why: 'It feeds us' }
    const { proposalId } = (
      await portal.call(
        proposeCharity,
        { params, body: body(proposed) },
        { as: fund.donor.session, idempotencyKey: randomUUID() },
      )
    ).reply
    const waiting = async () =>
      (await portal.call(listProposalsToDecide, {}, { as: one.session })).reply.data.find(
        each => each.proposalId === proposalId,
      )
    const { vettingId, charityId } = (await enter({ proposalId })).reply
    expect((await waiting())?.vettedAs).toEqual({ charityId, isConfirmed: false })
    const accept = () =>
      portal.call(
        acceptProposal,
        { params: { proposalId }, body: body({ charityId, message: 'You can choose it now.' }) },
        { as: one.session },
      )
    expect((await accept()).status).toBe(400)
    await addPaper(vettingId)
    await confirm(vettingId)
    expect((await waiting())?.vettedAs).toEqual({ charityId, isConfirmed: true })
    expect((await accept()).reply.state).toBe('accepted')
    const elsewhere = await makeFund(portal, { book: 'ubs' })
    const theirs = (
      await portal.call(
        proposeCharity,
        { params: { fundId: elsewhere.fundId }, body: body(proposed) },
        { as: elsewhere.donor.session, idempotencyKey: randomUUID() },
      )
    ).reply.proposalId
    expect((await enter({ proposalId: theirs })).status).toBe(404)
  })

  test('is declined with a reason, also by whoever entered it, and stays out of the search', async () => {
    const fund = await makeFund(portal)
    const { vettingId, charityId } = (await enter()).reply
    expect((await decline(vettingId)).reply).toMatchObject({ state: 'declined', note: /another church/ })
    expect((await confirm(vettingId)).status).toBe(409)
    expect(await find(fund, fields().name)).not.toContain(charityId)
  })
})

/** Its last day was yesterday: days pass by the database's clock. */
async function expire(vettingId: string): Promise<void> {
  await portal.database.admin.query(
    `begin; set local session_replication_role = replica;
     update charity_vetting set proposed_at = proposed_at - interval '400 days', expires_on = current_date - 1
       where vetting_id = '${vettingId}';
     commit`,
  )
}

describe('a vetting', () => {
  test('is the realm’s alone: another sponsor neither finds the organization nor reads its papers', async () => {
    const { charityId, vettingId, papers } = await vetted()
    const other = await makeFund(portal, { book: 'ubs' })
    const staff = await makeStaff(portal, { realm: 'ubs' })
    expect(await find(other, fields().name)).toEqual([])
    expect(await find(other, charityId)).toEqual([])
    expect(await list(staff)).toEqual([])
    expect(await list(staff, charityId)).toEqual([])
    const params = { vettingId, paperId: papers[0]?.paperId ?? '' }
    expect((await portal.call(getVettingPaper, { params }, { as: staff.session })).status).toBe(404)
    expect((await addPaper(vettingId, { as: staff })).status).toBe(404)
    expect((await confirm(vettingId, staff)).status).toBe(404)
    expect((await decline(vettingId, staff)).status).toBe(404)
    expect((await enter({ charityId }, { as: staff })).status).toBe(404)
    const granted = await recommend(portal, other, recommendation(charityId))
    expect(granted.status).toBe(400)
  })

  test('sends its papers to staff alone, as they were uploaded', async () => {
    const { vettingId, papers } = await vetted()
    const params = { vettingId, paperId: papers[0]?.paperId ?? '' }
    const sent = await portal.app.inject({
      url: `/api/vettings/${params.vettingId}/papers/${params.paperId}`,
      headers: { host: hostOf('npt'), ...two.session.headers },
    })
    expect(sent.statusCode).toBe(200)
    expect(Buffer.compare(sent.rawPayload, pdfOf())).toBe(0)
    const { donor } = await makeFund(portal)
    expect((await portal.call(getVettingPaper, { params }, { as: donor.session })).status).toBe(404)
  })

  test('entered twice under one key is one; confirmed by two at once it is confirmed once', async () => {
    const idempotencyKey = randomUUID()
    const [first, second] = await Promise.all([enter({}, { idempotencyKey }), enter({}, { idempotencyKey })])
    expect(first.reply.charityId).toBe(second.reply.charityId)
    const { vettingId } = first.reply
    await addPaper(vettingId)
    const three = await makeStaff(portal)
    const both = await Promise.all([confirm(vettingId), confirm(vettingId, three)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    ['ends today', { expiresOn: '2026-11-02' as Vetting['expiresOn'] }, 'expiresOn'],
    ['ends in four years', { expiresOn: '2030-11-02' as Vetting['expiresOn'] }, 'expiresOn'],
    ['has the basis of another country', { basis: 'hmrc-recognised' as never }, 'basis'],
    ['has no state in the United States', { usState: '' }, 'usState'],
  ])('that %s is refused at its field', async (_name, changed, field) => {
    const { problem } = await enter(changed)
    expect(Object.keys(problem.errors ?? {})).toEqual([expect.stringContaining(field)])
  })

  test('takes 10 papers, and none that is no document', async () => {
    const { vettingId } = (await enter()).reply
    expect((await addPaper(vettingId, { upload: Buffer.from('<script>') })).status).toBe(400)
    for (let paper = 1; paper <= 8; paper += 1) expect((await addPaper(vettingId)).status).toBe(200)
    const three = await Promise.all([1, 2, 3].map(() => addPaper(vettingId)))
    expect(three.map(({ status }) => status).sort()).toEqual([200, 200, 400])
  })

  test('cannot be confirmed by whoever entered it, without a paper, or changed afterwards: the database refuses too', async () => {
    const admin = (sql: string, vettingId: string) => portal.database.admin.query(sql, [vettingId])
    const decided = `note = 'x', decided_by_name = 'x', decided_at = now()`
    const { vettingId } = (await enter()).reply
    const own = `update charity_vetting set state = 'vetted', decided_by = proposed_by, ${decided} where vetting_id = $1`
    await expect(admin(own, vettingId)).rejects.toMatchObject({ constraint: 'has_paper' })
    await addPaper(vettingId)
    await expect(admin(own, vettingId)).rejects.toMatchObject({ constraint: 'two_people' })
    await decline(vettingId)
    await expect(
      admin(`update charity_vetting set state = 'vetted' where vetting_id = $1`, vettingId),
    ).rejects.toMatchObject({ constraint: 'vetting_state' })
  })

  test('needs a fresh verification and the permission', async () => {
    const { vettingId } = (await enter()).reply
    await addPaper(vettingId)
    const { donor } = await makeFund(portal)
    expect((await confirm(vettingId, donor)).problem.type).toMatch(/access-denied$/)
    clock.advance(10 * 60 * 1000)
    expect((await confirm(vettingId)).problem.type).toContain('step-up-needed')
  })

  test('has papers whose keys are rotated like those of documents', async () => {
    await vetted()
    const { keys } = portal.documentFiles
    const rotated = await rotateVettingPaperKeys({
      realm: 'npt',
      realmDb: portal.databases.realm('npt'),
      keys: { ...keys, currentKeyId: 'the next one' },
    })
    expect(rotated.failed).toEqual([])
    expect(rotated.rotated).toBeGreaterThan(0)
  })
})
