import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOfBook } from '../../../../clients/clients.ts'
import { isoDate } from '../../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeContribution } from '../../../../testing/factories/make-contribution.ts'
import { makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { remindOn } from '../../../../testing/mails/make-close-mail.ts'

let portal: TestApp
let closer: Person
const client = clientOfBook('npt')
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-06-15T15:00:00Z') })
  Object.assign(client, { statementsAfterClose: true })
  const fund = await makeFund(portal)
  await makeContribution(portal.databases, fund, 10_000_00n, { on: '2026-03-30' })
  const withRight = (action: 'PERIOD_CLOSE' | 'AUDIT_VIEW') =>
    makeStaff(portal, { roles: [{ role: 'super_user', actions: [action] }] })
  closer = await withRight('PERIOD_CLOSE')
  await withRight('AUDIT_VIEW')
})
afterAll(async () => {
  Object.assign(client, { statementsAfterClose: false })
  await portal.close()
})

const mails = async () => {
  const { rows } = await portal.database.admin.query(
    `select to_address, subject, body from person_mail where kind = 'close-awaited' order by created_at`,
  )
  return rows
}
const remind = async (day: string) => expect(await remindOn(portal, isoDate(day))).toEqual([])

test('who closes months is told once a week until the quarter of the waiting statements is closed', async () => {
  await remind('2026-10-07')
  // A copy of the program, and the next day.
  await Promise.all([remind('2026-10-07'), remind('2026-10-08')])
  const [first, ...others] = await mails()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    to_address: closer.user.email,
    subject: 'NPT Giving: September 2026 is not closed: 1 statement waiting',
  })
  expect(first?.body).toContain('/super-user-dashboard/close to see what is open')
  await remind('2026-10-15')
  expect(await mails()).toHaveLength(2)
  await portal.database.admin.query(
    `insert into month_close (book, month, checks, balances, closed_by, closed_by_name, closed_at)
      values ('npt', '2026-09-01', '[]', '{}', uuidv7(), 'Erin', now())`,
  )
  await remind('2026-10-29')
  expect(await mails()).toHaveLength(2)
})
