import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFindingsOf } from '../../../testing/access-matrix/fresh-findings.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { listFindings } from '../findings.contract.ts'

const count = 23
let portal: TestApp
let staff: Person
/** In the order in which they were found. */
const ids: string[] = []

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  const { freshFinding } = freshFindingsOf(portal, 'npt')
  for (let made = 0; made < count; made++) ids.push(await freshFinding())
  // Another realm's, which no page may have.
  await freshFindingsOf(portal, 'nptuk').freshFinding()
})
afterAll(() => portal.close())

type Query = { view: 'to-decide' | 'decided'; after?: string; sort?: string }
const page = (query: Query) =>
  portal.call(listFindings, { query: { ...query, first: 10 } }, { as: staff.session })

/** The pages of a view, one after the other. */
async function pagesOf(view: Query['view'], between = async () => {}): Promise<string[][]> {
  const pages: string[][] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { reply } = await page({ view, ...(after === undefined ? {} : { after }) })
    expect(reply.meta.total).toBe(count)
    pages.push(reply.data.map(({ findingId }) => findingId))
    after = reply.meta.next
    await between()
  }
  return pages
}

test('pages through all findings that wait, the oldest first, each once, while one is added', async () => {
  const { freshFinding } = freshFindingsOf(portal, 'npt')
  let isAdded = false
  const pages = await pagesOf('to-decide', async () => {
    if (isAdded) return
    isAdded = true
    ids.push(await freshFinding())
  })
  expect(pages.flat()).toEqual(ids)
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 4])
  await withoutTriggers(portal.database.admin, 'delete from screening_finding where finding_id = $1', [
    ids.pop(),
  ])
})

test('pages through all decisions, the latest first, and exports more than a page', async () => {
  // The first found is decided last. All have the same instant but two, so that their ids continue a page.
  await withoutTriggers(
    portal.database.admin,
    `update screening_finding set state = 'dismissed', decided_by = $2, decided_by_name = 'Olive Officer', reason = 'Another company',
       decided_at = case finding_id when $1 then timestamptz '2026-03-02' else timestamptz '2026-03-01' end where realm = 'npt'`,
    [ids[0], staff.user.userId],
  )
  const pages = await pagesOf('decided')
  expect(pages[0]?.[0]).toBe(ids[0])
  expect(pages.flat().toSorted()).toEqual(ids.toSorted())
  expect((await page({ view: 'to-decide' })).reply).toEqual({ data: [], meta: { total: 0, next: null } })
  const file = await portal.app.inject({
    url: '/api/screening-findings/export?view=decided&format=csv',
    headers: { host: hostOf('npt'), ...staff.session.headers },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body.match(/Vorzhak Traders of npt/g)).toHaveLength(count)
  expect(file.body).not.toContain('nptuk')
})

test('rejects a cursor of another view’s order, a forged one, and an unknown column', async () => {
  const { next } = (await page({ view: 'decided' })).reply.meta
  expect((await page({ view: 'to-decide', after: next ?? '' })).problem.errors).toHaveProperty('after')
  const forged = Buffer.from(
    JSON.stringify({ s: '-decidedAt', k: ['1', `' or true`], n: 10, t: 23 }),
  ).toString('base64url')
  expect((await page({ view: 'decided', after: forged })).problem.errors).toHaveProperty('after')
  expect((await page({ view: 'decided', sort: 'ourName' })).problem.errors).toHaveProperty('sort')
})
