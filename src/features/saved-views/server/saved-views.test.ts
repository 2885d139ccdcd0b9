import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { deleteSavedView, listSavedViews, maxSavedViews, saveView } from '../saved-views.contract.ts'

let portal: TestApp
let staff: Person
let colleague: Person

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  colleague = await makeStaff(portal)
})
afterAll(() => portal.close())

type Filters = Record<string, string>
const save = (name: string, filters: Filters = { status: '3' }, as = staff, list = 'all-grants' as const) =>
  portal.call(
    saveView,
    { body: { data: { type: 'command', attributes: { list, name, filters } } } },
    { as: as.session },
  )
const namesOf = async (as: Person, list: 'all-grants' | 'entries' = 'all-grants') =>
  (await portal.call(listSavedViews, { query: { list } }, { as: as.session })).reply.views.map(
    ({ name }) => name,
  )
const remove = (viewId: string, as: Person) =>
  portal.call(deleteSavedView, { params: { viewId } }, { as: as.session })

test('a view is saved once under its name, found in its list alone, and is no one else’s', async () => {
  await save('Unpaid')
  const { reply } = await save('unpaid', { status: '3', keywords: '% "Harbor" \\ é' })
  expect(reply.views).toEqual([
    { viewId: expect.any(String), name: 'unpaid', filters: { status: '3', keywords: '% "Harbor" \\ é' } },
  ])
  expect(await namesOf(staff, 'entries')).toEqual([])
  expect(await namesOf(colleague)).toEqual([])
  const { viewId = '' } = reply.views[0] ?? {}
  expect((await remove(viewId, colleague)).status).toBe(404)
  expect((await remove(viewId, staff)).reply.views).toEqual([])
  expect((await remove(viewId, staff)).status).toBe(404)

  // The database makes the same small letter of both, JavaScript does not.
  const [one, other] = [await save('\u0130stanbul'), await save('istanbul')]
  expect([one.status, other.status]).toEqual([200, 200])
  for (const { viewId: each } of other.reply.views) await remove(each, staff)
})

test('two presses at once save one view, and the limit holds for many at once', async () => {
  const answers = await Promise.all([save('Large'), save('Large')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await namesOf(staff)).toEqual(['Large'])
  const many = await Promise.all(
    Array.from({ length: maxSavedViews + 1 }, (_each, at) => save(`View ${at}`, undefined, colleague)),
  )
  expect(many.filter(({ status }) => status === 200)).toHaveLength(maxSavedViews)
  expect(many.find(({ status }) => status !== 200)?.problem.detail).toContain('Delete one first')
  const [first = ''] = await namesOf(colleague)
  expect((await save(first, { run: '7' }, colleague)).status).toBe(200)
  expect(await namesOf(colleague)).toHaveLength(maxSavedViews)
})

test.each([
  ['no name', ' ', {}],
  ['a long name', 'x'.repeat(61), {}],
  ['two lines', 'a\nb', {}],
  ['a strange parameter', 'Name', { '__proto__.x': '1' }],
  ['a long value', 'Name', { keywords: 'x'.repeat(201) }],
  ['a value with a null character', 'Name', { keywords: 'a\u0000b' }],
  [
    'values that are long with their escapes',
    'Name',
    Object.fromEntries(
      Array.from({ length: 20 }, (_each, at) => ['abcdefghijklmnopqrst'.slice(0, at + 1), '"'.repeat(200)]),
    ),
  ],
  [
    'many parameters',
    'Name',
    Object.fromEntries(
      Array.from({ length: 21 }, (_each, at) => ['abcdefghijklmnopqrstu'.slice(0, at + 1), '1']),
    ),
  ],
])('%s is refused', async (_what, name, filters) => {
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: saveView.path,
    headers: { host: hostOf('npt'), origin: originOf('npt'), ...staff.session.headers },
    payload: { data: { type: 'command', attributes: { list: 'all-grants', name, filters } } },
  })
  expect(statusCode).toBe(400)
})
