import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateOf } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { attacks } from '../../../testing/database/attacks.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { makeRun } from '../../../testing/payments/make-run.ts'
import { makeBankDetails } from '../../../testing/payments/payment-calls.ts'
import { bookRole, realmRole, registrarRole, workerRole } from '../login-roles.ts'

// Hostile SQL on the connections of the program, as after an injection: money, authority and history cannot be changed outside the
// commands (docs/decisions/0061-roles-and-events.md).

let portal: TestApp
let fund: MadeFund
let staff: Person
let other: Person
const connections = new Map<string, pg.Client>()
/** What the statements name: `:grant` of an open grant, `:paid` of a paid one, and so on. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal, { balanceMinor: 100_000_00n })
  staff = await makeStaff(portal)
  other = await makeStaff(portal)
  ids.grant = await makeGrant(portal, fund)
  ids.paid = await makeGrant(portal, fund, { approvedBy: other })
  await payGrant(portal, ids.paid, other)
  ids.approved = await makeGrant(portal, fund, { approvedBy: other })
  const run = await portal.databases
    .book('npt')
    .transaction()
    .execute(
      async trx =>
        await makeRun(trx, {
          ...{ book: 'npt', grantId: ids.approved ?? '', state: 'approved', now: new Date() },
          today: dateOf(new Date(), 'America/New_York'),
        }),
    )
  Object.assign(ids, { approvedRun: run.runId, fund: fund.accountId })
  ids.donor = fund.donor.user.userId
  ids.staff = staff.user.userId
  const { rows } = await portal.database.admin.query('select charity_id from grant_recommendation limit 1')
  await makeFund(portal)
  await makeBankDetails(portal, rows[0].charity_id, { confirmedAt: new Date(0) })
  for (const [name, user, role] of [
    ['portal', bookRole('npt'), 'portal'],
    ['identity', realmRole('npt'), 'identity'],
    ['registrar', registrarRole],
    ['worker', workerRole],
  ] as const) {
    const options = role === undefined ? {} : { options: `-c role=${role}` }
    const client = new pg.Client({ ...portal.database.connection, user, ...options })
    await client.connect()
    connections.set(name, client)
  }
})
afterAll(async () => {
  await Promise.all([...connections.values()].map(client => client.end()))
  await portal.close()
})

const uuid = randomUUID()
/** The statement with the ids in it, in one transaction whose constraints are checked at its end. It is rolled back either way. */
async function attempt(role: string, statement: string): Promise<{ code?: string; rows: number }> {
  const client = connections.get(role)
  if (!client) throw new Error(`no connection as ${role}`)
  const text = statement.replaceAll(/(?<!:):(\w+)/g, (_match, name: string) => `'${ids[name] ?? uuid}'`)
  await client.query('begin')
  try {
    const { rowCount } = await client.query(text)
    await client.query('set constraints all immediate')
    return { rows: rowCount ?? 0 }
  } catch (error) {
    return { code: (error as pg.DatabaseError).code ?? String(error), rows: 0 }
  } finally {
    await client.query('rollback')
  }
}

describe('hostile SQL cannot have', () => {
  test.each(attacks)('%s, as %s', async (_what, role, statement, code) => {
    expect(await attempt(role, statement)).toEqual({ code, rows: 0 })
  })

  test('anything that these statements did: all rows are as before', async () => {
    const { rows } = await portal.database.admin.query(
      'select transaction_status_code as status from grant_recommendation where grant_id = any($1) order by 1',
      [[ids.grant, ids.approved, ids.paid]],
    )
    expect(rows).toEqual([{ status: 1 }, { status: 3 }, { status: 6 }])
  })
})
