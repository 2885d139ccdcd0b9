import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeFund, makePersonOf, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { peopleCalls } from '../../../testing/people-calls.ts'
import { personContactCalls } from '../../../testing/person-contact-calls.ts'

type Calls = ReturnType<typeof personContactCalls>

let portal: TestApp
let worker: JobWorker
let staff: Person
let personOf: Calls['personOf']
let show: Calls['show']
let save: Calls['save']
beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  staff = await makeStaff(portal)
  ;({ personOf, show, save } = personContactCalls(portal, staff))
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

describe('the contact information of a person with a login (§17)', () => {
  test('is corrected by staff who manage users, for a reason that the person reads; all are mailed once', async () => {
    const fund = await makeFund(portal)
    const { user } = await makePersonOf(portal, fund, 'service_team')
    const viewer = await makeUser(portal.databases, { firstName: 'Ruth', lastName: 'Wren' })
    const id = await personOf(fund, { user: viewer })
    expect((await show(id)).contact.mayEdit).toBe(false)
    expect((await save(id, { details: { city: 'Camden' } })).problem.title).toBe('Access denied.')
    const details = { city: 'Camden', lastName: 'Wren-Hart' }
    const { problem } = await save(id, { as: staff.session, details })
    expect(problem.errors).toEqual({ reason: ['Enter the reason'] })
    const reason = 'You sent us your marriage certificate.'
    const { reply } = await save(id, { as: staff.session, details, reason })
    expect(reply.contact).toMatchObject({ revision: 1, details })
    await jobsDone(portal)
    expect((await show(id)).name).toBe('Ruth Wren-Hart')
    const [own, ...more] = await peopleCalls(portal).mailsTo(viewer.email)
    expect([own?.subject, more]).toEqual(['NPT Giving: Your contact information was updated', []])
    expect(own?.body).toContain('Our staff updated your contact information.')
    expect(own?.body).toContain(`Reason: ${reason}`)
    const [donors] = await peopleCalls(portal).mailsTo(fund.donor.user.email)
    expect(donors?.body).toContain('Our staff updated the contact information of Ruth Wren')
    expect(donors?.body).not.toContain(reason)
    expect(donors?.body).not.toContain(user.email)
    const { rows } = await portal.database.admin.query(
      `select actor_user_id, after_change ->> 'reason' as reason from person_change where user_id = $1`,
      [viewer.userId],
    )
    expect(rows).toEqual([{ actor_user_id: staff.user.userId, reason }])
  })

  test('is refused to the service team, which could rename anyone whom it adds to a fund', async () => {
    const fund = await makeFund(portal)
    const { session } = await makePersonOf(portal, fund, 'service_team')
    const victim = await makeStaff(portal, { firstName: 'Ngozi', lastName: 'Ekwueme' })
    const { firstName, lastName, email } = victim.user
    await peopleCalls(portal).add(fund, 'viewer', { firstName, lastName, email }, session)
    const relationshipId = await peopleCalls(portal).idOf(fund, 'viewer')
    for (const id of [
      { fund, relationshipId, partyId: '' },
      await personOf(fund, { user: await makeUser(portal.databases), role: 'banker' }),
    ]) {
      expect((await show(id, session)).contact.mayEdit).toBe(false)
      const details = { firstName: 'Daniel', lastName: 'Rosenthal' }
      expect((await save(id, { as: session, details, reason: 'A mistake' })).status).toBe(400)
    }
    const { rows } = await portal.database.admin.query('select first_name from app_user where user_id = $1', [
      victim.user.userId,
    ])
    expect(rows).toEqual([{ first_name: 'Ngozi' }])
  })

  test('asks staff to verify themselves before they change it', async () => {
    const id = await personOf(await makeFund(portal), { user: await makeUser(portal.databases) })
    await portal.database.admin.query(
      `update session set factor_verified_at = now() - interval '6 minutes' where user_id = $1`,
      [staff.user.userId],
    )
    const late = await save(id, { as: staff.session, details: { city: 'Camden' }, reason: 'A mistake' })
    expect(late.status).toBe(403)
    await portal.database.admin.query('update session set factor_verified_at = now() where user_id = $1', [
      staff.user.userId,
    ])
  })

  test('refuses a person’s own contact, which is changed in the profile', async () => {
    const fund = await makeFund(portal)
    const { user, session } = await makePersonOf(portal, fund, 'service_team')
    const { relationship_id: relationshipId } = await portal.databases
      .book('npt')
      .selectFrom('account_relationship as r')
      .innerJoin('party as p', 'p.party_id', 'r.party_id')
      .select('relationship_id')
      .where('p.user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    const id = { fund, relationshipId, partyId: '' }
    expect((await show(id, session)).contact.mayEdit).toBe(false)
    expect((await save(id, { as: session, details: { city: 'Camden' } })).status).toBe(400)
  })

  test.each(['viewer', 'joint_donor', 'primary_advisor', 'banker'] as const satisfies AccountRole[])(
    'is refused to a %s',
    async role => {
      const fund = await makeFund(portal)
      const { session } = await makePersonOf(portal, fund, role)
      const id = await personOf(fund)
      expect((await save(id, { as: session, details: { city: 'Camden' } })).problem.title).toBe(
        'Access denied.',
      )
    },
  )
})
