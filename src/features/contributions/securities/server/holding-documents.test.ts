import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostOf } from '../../../../testing/app.ts'
import { assetCalls } from '../../../../testing/asset-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { pdfOf } from '../../../../testing/factories/make-file.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../../testing/factories/make-fund.ts'
import { followLink } from '../../../../testing/follow-link.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../../testing/posting-world.ts'
import { receiptCalls } from '../../../../testing/receipt-calls.ts'
import { downloadDocument, listDocuments } from '../../../documents/documents.contract.ts'
import { addHoldingDocument, type HoldingDocument } from '../holding-documents.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof assetCalls> & Omit<ReturnType<typeof postingCalls>, 'reverse'>
let holdingId: string
let contributionId: string

beforeAll(async () => {
  world = await startPostingWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  calls = { ...postingCalls(world), ...assetCalls(world) }
  contributionId = (await calls.receive()).contributionId
  holdingId = (await calls.holdings())[0]?.holdingId ?? ''
})

type Sent = { as?: Person; of?: MadeFund; upload?: Uint8Array<ArrayBuffer>; name?: string }
const add = ({ as = world.staff, of = world.fund, upload = pdfOf(), name = 'Appraisal.pdf' }: Sent = {}) =>
  world.portal.call(
    addHoldingDocument,
    { params: { fundId: of.fundId, holdingId }, query: { name }, upload },
    { as: as.session, fundId: of.fundId, client: of.book },
  )
/** A PDF that differs from the others. */
const pdfNumber = (number: number) => pdfOf({ catalog: `/Lang (x-${number})` })
const documents = async (as = world.staff, of = world.fund) =>
  (await calls.holdings('all', { as, of }))[0]?.documents ?? []
const ask = ({ documentId, fundId, accountId }: HoldingDocument, as: Person) =>
  world.portal.call(
    downloadDocument,
    { params: { fundId, documentId }, query: { entityId: accountId, type: 'asset' as const } },
    { as: as.session, fundId },
  )
const one = async () => {
  const [document] = await documents()
  if (!document) throw new Error('there is a document')
  return document
}

describe('a document about an asset', () => {
  test('is listed with it, exported by its name, and saved by staff and auditors as it was uploaded', async () => {
    expect((await add()).status).toBe(200)
    const { accountId, fundId } = world.fund
    expect(await documents()).toMatchObject([
      { fileName: 'Appraisal.pdf', addedDate: '2026-03-16', fundId, accountId },
    ])
    const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
    const [seen] = await documents(auditor)
    for (const person of [world.staff, auditor]) {
      const { reply } = await ask(seen as HoldingDocument, person)
      const saved = await followLink(world.portal, reply.href, person.session)
      expect(Buffer.compare(saved.rawPayload, pdfOf())).toBe(0)
    }
    const { body } = await world.portal.app.inject({
      url: `/api/holdings/export?format=csv&keywords=${fundId}`,
      headers: { host: hostOf('npt'), 'x-accountid': '0', ...auditor.session.headers },
    })
    expect(body).toContain('Appraisal.pdf')
    expect((await add({ as: auditor, upload: pdfNumber(1) })).problem.type).toMatch(/access-denied$/)
  })

  test('is not read by donors, advisors and viewers, nor by staff without the right to documents', async () => {
    await add()
    const document = await one()
    const advisor = await makePersonOf(world.portal, world.fund, 'primary_advisor')
    const viewer = await makePersonOf(world.portal, world.fund, 'viewer')
    for (const person of [world.fund.donor, advisor, viewer]) {
      expect((await ask(document, person)).status).toBe(404)
      const { reply } = await world.portal.call(
        listDocuments,
        { params: { fundId: world.fund.fundId }, query: {} },
        { as: person.session },
      )
      expect(reply.data.filter(({ type }) => type === 'asset')).toEqual([])
      expect((await add({ as: person, upload: pdfNumber(1) })).problem.type).toMatch(/access-denied$/)
    }
    const limited = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'ACCOUNT_DETAIL_VIEW'] }],
    })
    expect(await documents(limited)).toEqual([])
    expect((await ask(document, limited)).status).toBe(404)
  })

  test('is added to no asset of another account or book', async () => {
    const neighbor = await makeFund(world.portal, { balanceMinor: 1_00n })
    expect((await add({ of: neighbor })).status).toBe(404)
    const abroad = await makeFund(world.portal, { balanceMinor: 1_00n, book: 'rathbones' })
    const as = await makeStaff(world.portal, { realm: 'rathbones' })
    expect((await add({ of: abroad, as })).status).toBe(404)
    expect(await documents()).toEqual([])
  })

  test('is accepted once, also from two people at once, and leaves nothing where it is refused', async () => {
    const both = await Promise.all([add(), add({ as: world.other })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await add()).problem.errors).toEqual({ file: ['This asset already has this document'] })
    expect((await add({ upload: new Uint8Array(Buffer.from('<script>')) })).status).toBe(400)
    expect(await documents()).toHaveLength(1)
    const left = await receiptCalls(world).query(
      `select state from document where account_id = $1 and type = 'asset' order by state`,
      world.fund.accountId,
    )
    expect(left.map(({ state }) => state)).toEqual(['removed', 'removed', 'stored'])
  })

  test('is the last one where the asset has twenty, also for two at once', async () => {
    const { documentId } = (await add()).reply
    await receiptCalls(world).query(
      `with made as (
        insert into document (book, account_id, type, name, media_type, bytes, sha256, readers, state, stored_at, key_id, data_key, added_at)
          select book, account_id, type, name, media_type, bytes, sha256(number::text::bytea), readers, state, stored_at, key_id, data_key, added_at
            from document, generate_series(1, 18) number where document_id = $1 returning book, document_id)
        insert into holding_document select book, $2::uuid, document_id from made`,
      documentId,
      holdingId,
    )
    const two = await Promise.all([add({ upload: pdfNumber(1) }), add({ upload: pdfNumber(2) })])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await documents()).toHaveLength(20)
    const refused = two.find(({ status }) => status === 400)
    expect(refused?.problem.errors).toEqual({ file: ['An asset can have up to 20 documents'] })
  })

  test('follows a contribution that moves, and stays where it was stored', async () => {
    await add()
    const right = await makeFund(world.portal, { balanceMinor: 1_00n })
    expect((await calls.move(contributionId, right.fundId)).status).toBe(200)
    await calls.confirm(await calls.requestId())
    const [moved] = await documents(world.staff, right)
    expect(moved).toMatchObject({ fileName: 'Appraisal.pdf', fundId: world.fund.fundId })
    expect((await ask(moved as HoldingDocument, world.staff)).status).toBe(200)
    for (const { donor } of [world.fund, right])
      expect((await ask(moved as HoldingDocument, donor)).status).toBe(404)
  })
})

test('the server’s own connection names no document of another account or type', async () => {
  const other = await makeFund(world.portal, { balanceMinor: 1_00n })
  await add()
  const { documentId } = await one()
  const copy = (set: string) =>
    receiptCalls(world).query(
      `with made as (
        insert into document (book, account_id, type, name, media_type, bytes, sha256, readers, state, stored_at, key_id, data_key, added_at)
          select book, account_id, type, name, media_type, bytes, sha256('x'), readers, state, stored_at, key_id, data_key, added_at
            from (select (jsonb_populate_record(d, $3::jsonb)).* from document d where document_id = $1) d returning document_id)
        select document_id from made where $2::uuid is not null`,
      documentId,
      holdingId,
      set,
    )
  for (const set of [{ account_id: other.accountId }, { type: 'other' }]) {
    const [row] = await copy(JSON.stringify(set))
    const insert = world.portal.databases
      .book('npt')
      .insertInto('holding_document')
      .values({ holding_id: holdingId, document_id: row?.document_id })
      .execute()
    await expect(insert).rejects.toMatchObject({ constraint: 'document_of_asset' })
  }
})
