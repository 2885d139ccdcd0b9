import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf, rightPerson } from '../../testing/access-matrix/describe-access.ts'
import type { Example } from '../../testing/access-matrix/examples/example.ts'
import { examples, newKey } from '../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { type Prepared, prepare, send } from '../../testing/access-matrix/send-example.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { routes } from './routes.ts'

// What an idempotency key promises, for every command that takes one (docs/decisions/0049-idempotent-commands.md).

let world: { portal: TestApp; npt: MatrixBook }

beforeAll(async () => {
  const portal = await startTestApp({ clock: testClock() })
  world = { portal, npt: await makeMatrixBook(portal, 'npt') }
})
afterAll(() => world.portal.close())

const commands: readonly Example[] = examples.filter(({ endpoint }) => endpoint.idempotent === true)

/** How many rows record an effect of a command. */
async function effects(): Promise<unknown> {
  const { rows } = await world.portal.database.admin.query(
    `select (select count(*) from journal_entry) as entries, (select count(*) from audit_event) as events,
       (select count(*) from grant_history_entry) as steps, (select count(*) from posting_request) as requests,
       (select count(*) from idempotent_command) as commands`,
  )
  return rows
}

/** Another value of a field that its schema accepts too. The handler is not reached. */
const others = {
  reason: () => 'Other words',
  message: () => 'Other words',
  note: () => 'Other words',
  why: () => 'Other words',
  reference: () => 'Other words',
  amountMinor: () => '12345',
  cutoffOn: () => '2026-01-02',
  month: () => '2025-12',
  effectiveDate: () => '2026-01-02',
  source: () => 'Other words',
  startsOn: () => '2027-02-03',
  receivedOn: () => '2026-01-02',
  startedAs: () => 'advisor',
  firstCheque: () => '999001',
  redirectionId: () => randomUUID(),
  revision: (value: unknown) => Number(value) + 1,
  version: (value: unknown) => Number(value) + 1,
  number: (value: unknown) => Number(value) + 1,
  certified: (value: unknown) => !value,
  needsCountersignature: (value: unknown) => !value,
} as const satisfies Record<string, (value: unknown) => unknown>

/** The same command with one other detail, or as a file with another name; null for one that has no details. */
function withOtherDetails(request: Prepared): Prepared | null {
  if (request.body === undefined) {
    const [path, query] = request.address.split('?')
    const search = new URLSearchParams(query)
    search.set('name', 'another name.txt')
    return { ...request, address: `${path}?${search}` }
  }
  const body = JSON.parse(request.body)
  const { attributes } = body.data
  if (Object.keys(attributes).length === 0) return null
  const [field, other] = Object.entries(others).find(([name]) => name in attributes) ?? []
  if (field === undefined || other === undefined)
    throw new Error(`none of the details of ${request.address} has another value here`)
  attributes[field] = other(attributes[field])
  return { ...request, body: JSON.stringify(body) }
}

test('each idempotent endpoint has an example here', () => {
  const declared = routes.filter(({ endpoint }) => endpoint.idempotent === true)
  expect(commands.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(
    declared.map(({ endpoint }) => nameOf(endpoint)).toSorted(),
  )
})

test.each(commands.map(example => [nameOf(example.endpoint), example] as const))(
  '%s needs a key, runs once with it, and is refused with other details under it',
  async (_name, example) => {
    const { portal, npt } = world
    const request = await prepare(example, npt)
    const session = await npt.sessionOf(rightPerson(example))
    const answer = (about: Prepared) => send(portal, about, 'npt', session)
    const untouched = await effects()
    for (const key of [null, '', 'not-a-uuid', `${newKey()}0`]) {
      const { status, text } = await answer({ ...request, key })
      expect([status, JSON.parse(text).detail]).toEqual([
        400,
        'An Idempotency-Key header with a UUID is required.',
      ])
    }
    expect(await effects()).toEqual(untouched)

    const first = await answer(request)
    expect(first.status, first.text).toBe(200)
    const done = await effects()
    expect(done).not.toEqual(untouched)
    const second = await answer(request)
    expect([second.status, JSON.parse(second.text)]).toEqual([200, JSON.parse(first.text)])
    const other = withOtherDetails(request)
    if (other !== null) {
      const { status, text } = await answer(other)
      expect([status, JSON.parse(text).detail]).toEqual([
        409,
        'This was already sent with different details.',
      ])
    }
    expect(await effects()).toEqual(done)
  },
)
