import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeChange } from '../../../testing/registers/make-change.ts'
import { decideRegisterChange, getRegisterChange, listRegisterChanges } from '../register-changes.contract.ts'

let portal: TestApp
let one: Person
let two: Person

beforeAll(async () => {
  portal = await startTestApp()
  one = await makeStaff(portal)
  two = await makeStaff(portal)
})
afterAll(() => portal.close())

const decide = (
  changeId: string,
  by: Person,
  about: { decision?: 'continue' | 'stop'; reason?: string; seen?: 'open' | 'continued' | 'stopped' } = {},
  idempotencyKey = randomUUID(),
) =>
  portal.call(
    decideRegisterChange,
    {
      params: { changeId },
      body: {
        data: {
          type: 'command',
          attributes: { decision: 'continue', reason: 'The charity told us why', seen: 'open', ...about },
        },
      },
    },
    { as: by.session, idempotencyKey },
  )

const change = (name = `Larch ${randomUUID()}`, book = 'npt') => makeChange(portal.databases.book(book), name)

test('of two people who decide at once one decides, and a repeat with the same key changes nothing', async () => {
  const changeId = await change()
  const key = randomUUID()
  const answers = await Promise.all([decide(changeId, one, { decision: 'stop' }, key), decide(changeId, two)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { state, decidedByName } = (
    await portal.call(getRegisterChange, { params: { changeId } }, { as: one.session })
  ).reply
  expect(state).toBe(answers[0]?.status === 200 ? 'stopped' : 'continued')
  expect(decidedByName).not.toBeNull()
  const again = await decide(changeId, one, { decision: 'stop' }, key)
  expect(again.status).toBe(answers[0]?.status)
})

test('lets a decision be taken again by a person who saw it', async () => {
  const changeId = await change()
  expect((await decide(changeId, one, { decision: 'stop' })).reply.state).toBe('stopped')
  expect((await decide(changeId, two)).status).toBe(409)
  expect((await decide(changeId, two, { seen: 'stopped' })).reply.state).toBe('continued')
})

test('does not know a change of another book, and its list and export have none', async () => {
  const changeId = await change('Cedar Relief of rathbones', 'rathbones')
  await change('Cedar Relief of npt')
  expect((await decide(changeId, one)).status).toBe(404)
  const { reply } = await portal.call(
    listRegisterChanges,
    { query: { view: 'to-decide', kind: 'gone', first: 500 } },
    { as: one.session },
  )
  expect(reply.data.map(({ charityName }) => charityName)).toContain('Cedar Relief of npt')
  const file = await portal.app.inject({
    url: '/api/register-changes/export?view=to-decide&format=csv',
    headers: { host: hostOf('npt'), ...one.session.headers },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain('Cedar Relief of npt')
  expect(file.body).not.toContain('rathbones')
  const others = await portal.call(
    listRegisterChanges,
    { query: { view: 'to-decide', kind: 'renamed' } },
    { as: one.session },
  )
  expect(others.reply.meta.total).toBe(0)
})

test('pages through changes of one instant, each once', async () => {
  const name = `Birch ${randomUUID()}`
  for (let made = 0; made < 12; made++) await change(`${name} ${made}`)
  const shown: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { reply } = await portal.call(
      listRegisterChanges,
      { query: { view: 'to-decide', first: 5, ...(after === undefined ? {} : { after }) } },
      { as: two.session },
    )
    shown.push(...reply.data.map(({ charityName }) => charityName))
    after = reply.meta.next
  }
  expect(shown.filter(each => each.startsWith(name))).toHaveLength(12)
  expect(new Set(shown).size).toBe(shown.length)
})
