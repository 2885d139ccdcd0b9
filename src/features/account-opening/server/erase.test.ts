import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeApplication } from '../../../testing/factories/make-application.ts'
import { pngOf } from '../../../testing/factories/make-file.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { commandOf } from '../../../testing/signing.ts'
import { applyRetention } from '../../documents/server/retention.ts'
import { addSupportingDocument } from '../account-opening.contract.ts'
import { declineApplication } from '../review.contract.ts'
import { dueApplications } from './due-applications.queries.ts'
import { eraseDue } from './erase-applications.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
const dayOf = (at: Date) => at.toISOString().slice(0, 10) as IsoDate
const retain = async (at: Date) => {
  const db = portal.databases.book('npt')
  const day = { today: dayOf(at), now: at, dueApplications: await dueApplications(db, dayOf(at)) }
  await applyRetention({ db }, day)
}
const erase = (at: Date) => eraseDue(portal.databases.book('npt'), { today: dayOf(at), at })

test('a declined application is erased after two years, its supporting documents first; one under review stays', async () => {
  const staff = await makeStaff(portal)
  const [declined, waiting] = [
    await makeApplication(portal.databases),
    await makeApplication(portal.databases),
  ]
  const params = { applicationId: declined }
  await portal.call(
    addSupportingDocument,
    { params, query: { name: 'Passport.png', type: 'identity' }, upload: pngOf(4, 3) },
    { as: staff.session },
  )
  await portal.call(
    declineApplication,
    { params, body: commandOf({ message: 'We cannot.' }) },
    { as: staff.session },
  )
  expect(await erase(daysFromNow(700))).toBe(0)
  const due = daysFromNow(740)
  // The document still exists.
  expect(await erase(due)).toBe(0)
  await retain(due)
  const later = daysFromNow(800)
  await retain(later)
  expect(await erase(later)).toBe(1)
  const { rows } = await portal.database.admin.query(
    `select application_id, draft, erased_at is not null as erased,
        (select count(*)::int from application_signer s where s.application_id = p.application_id) as signers,
        (select array_agg(e.kind) from application_event e where e.application_id = p.application_id) as events
      from account_application p where application_id in ($1, $2) order by erased desc`,
    [declined, waiting],
  )
  expect(rows[0]).toEqual({
    application_id: declined,
    draft: {},
    erased: true,
    signers: 0,
    events: ['erased'],
  })
  expect(rows[1]).toMatchObject({ application_id: waiting, erased: false, signers: 1 })
  expect(await erase(later)).toBe(0)
})
