import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { completeDraft, exampleDonor } from '../../../testing/example-draft.ts'
import { checkedForDuplicates, makeApplication } from '../../../testing/factories/make-application.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { commandOf } from '../../../testing/signing.ts'
import { emptyShare } from '../domain/draft.ts'
import {
  type AddressChoice,
  acceptApplication,
  askApplicant,
  declineApplication,
  getApplicationReview,
} from '../review.contract.ts'

let portal: TestApp
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

/** An application with everything that acceptance makes: two donors, an advisor, a plan. */
let applicationId: string
beforeEach(async () => {
  applicationId = await makeApplication(portal.databases, {
    draft: {
      account: { ...completeDraft.account, accountName: 'Quill Family Fund', type: 'joint' },
      donors: [
        { ...exampleDonor, email: `${crypto.randomUUID()}@people.example` },
        { ...exampleDonor, firstName: 'Ben', email: `${crypto.randomUUID()}@people.example` },
      ],
      advisor: {
        has: 'yes',
        firstName: 'Ivo',
        lastName: 'Marsh',
        email: `${crypto.randomUUID()}@people.example`,
      },
      successors: [{ ...emptyShare(0), name: 'Cy Finch', percentage: '100' }],
    },
  })
  await checkedForDuplicates(portal.databases, applicationId)
})

const accept = (as = staff, hasCheckedDuplicates = true, addresses: AddressChoice[] = []) =>
  portal.call(
    acceptApplication,
    {
      params: { applicationId },
      body: commandOf({ hasCheckedDuplicates, needsCountersignature: false, addresses }),
    },
    { as: as.session },
  )
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await portal.database.admin.query(text, values)).rows as Row[]
/** The rows that an acceptance creates for this application. */
const made = async () => {
  const rows = await query<Record<string, string>>(
    `select a.fund_id, (select count(*) from account_relationship r where r.account_id = a.account_id) as people,
        (select count(*) from legacy_plan_share s where s.account_id = a.account_id) as shares,
        (select count(*) from contribution_document d where d.account_id = a.account_id) as documents
      from account_application p join fund_account a on a.account_id = p.account_id where p.application_id = $1`,
    [applicationId],
  )
  return rows.map(row => ({
    people: Number(row.people),
    shares: Number(row.shares),
    documents: Number(row.documents),
  }))
}
/** Donor, joint donor, advisor, successor. */
const everything = [{ people: 4, shares: 1, documents: 1 }]
const countAccounts = async () =>
  Number(
    (
      await query<{ count: string }>(
        "select count(*) from fund_account where account_name = 'Quill Family Fund'",
      )
    )[0]?.count,
  )

describe('acceptance', () => {
  test('makes the account, its people, plan and contribution document', async () => {
    const { reply } = await accept()
    expect(await made()).toEqual(everything)
    const [account] = await query('select * from fund_account where fund_id = $1', [reply.fundId])
    expect(account).toMatchObject({
      account_status: 'Entered',
      account_type: 'Joint',
      donor_name: 'Ada and Ben Finch',
      succession_plan_type_code: 'INDIVIDUALS',
    })
  })

  test('creates one account for two concurrent requests, and returns its number to both', async () => {
    const before = await countAccounts()
    const answers = await Promise.all([accept(), accept(await makeStaff(portal)), accept()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ reply }) => reply.fundId)).size).toBe(1)
    expect([await made(), (await countAccounts()) - before]).toEqual([everything, 1])
  })

  // A crash rolls the transaction back wherever it happens, as this failure does.
  test.each([
    'fund_account',
    'change_record',
    'party',
    'account_relationship',
    'legacy_plan',
    'contribution',
    'contribution_document',
    'application_event',
  ])('that breaks while it writes %s leaves nothing, and can be repeated', async table => {
    const before = await countAccounts()
    await query(
      "create or replace function break_test() returns trigger language plpgsql as $$ begin raise exception 'broken by a test'; end $$",
    )
    await query(
      `create trigger break_test before insert on ${table} for each row execute function break_test()`,
    )
    const broken = await accept()
    await query(`drop trigger break_test on ${table}`)
    expect(broken.status).toBe(500)
    expect([await made(), await countAccounts()]).toEqual([[], before])
    // Nobody without an account is invited.
    expect(
      await query(
        `select from person_mail where to_address in (select d ->> 'email' from account_application p,
          jsonb_array_elements(p.draft -> 'donors') d where p.application_id = $1)`,
        [applicationId],
      ),
    ).toEqual([])
    const again = await accept()
    expect(again.status).toBe(200)
    expect(await made()).toEqual(everything)
    // The logins of the failed attempt are used again, and none is created twice.
    const users = await query<{ count: string }>(
      `select count(*) from app_user where email in (select d ->> 'email' from account_application p,
        jsonb_array_elements(p.draft -> 'donors') d where p.application_id = $1)`,
      [applicationId],
    )
    expect(Number(users[0]?.count)).toBe(2)
  })

  test('requires a duplicate check, and the reviewer’s confirmation if it found any', async () => {
    await query('update account_application set duplicates_found_at = null where application_id = $1', [
      applicationId,
    ])
    expect((await accept()).status).toBe(409)
    await query(
      `update account_application set duplicates_found_at = now(), duplicates = '[{"kind":"fund","of":"a","found":"b","reason":"c","fundId":null,"currency":null}]'
        where application_id = $1`,
      [applicationId],
    )
    const refused = await accept(staff, false)
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(['hasCheckedDuplicates'])
    expect((await accept()).status).toBe(200)
  })

  test('is refused to the person who started the application, also by the database', async () => {
    const own = await makeApplication(portal.databases, { startedBy: staff.user.userId })
    await checkedForDuplicates(portal.databases, own)
    applicationId = own
    const refused = await accept()
    expect([refused.status, refused.problem.detail]).toEqual([
      400,
      'You started this application, so a colleague has to decide it.',
    ])
    await expect(
      query(
        "update account_application set state = 'declined', message = 'x', decided_by = started_by, decided_by_name = 'x', decided_at = now() where application_id = $1",
        [own],
      ),
    ).rejects.toThrow('not_own_application')
  })

  test('is refused after it was declined, and a question has to be answered first', async () => {
    const ask = await portal.call(
      askApplicant,
      { params: { applicationId }, body: commandOf({ message: 'Which town?' }) },
      { as: staff.session },
    )
    expect(ask.reply.application).toMatchObject({ state: 'asked', message: 'Which town?' })
    expect((await accept()).status).toBe(409)
    const declined = await portal.call(
      declineApplication,
      { params: { applicationId }, body: commandOf({ message: 'We cannot.' }) },
      { as: staff.session },
    )
    expect(declined.reply.application.state).toBe('declined')
    expect((await accept()).status).toBe(409)
    expect(await made()).toEqual([])
  })
})

describe('an address that differs from the one on file (§17)', () => {
  let userId: string
  beforeEach(async () => {
    const email = `${crypto.randomUUID()}@people.example`
    const { firstName, lastName } = exampleDonor
    userId = (await makeUser(portal.databases, { firstName, lastName, email })).userId
    applicationId = await makeApplication(portal.databases, {
      draft: { donors: [{ ...exampleDonor, email }] },
    })
    await checkedForDuplicates(portal.databases, applicationId)
  })
  const saveOnFile = (...address: [address1: string, city: string, state: string, postalCode: string]) =>
    query(
      `insert into person_profile (realm, user_id, address1, city, state, postal_code, revision)
         values ('npt', $1, $2, $3, $4, $5, 1)`,
      [userId, ...address],
    )
  const addressOnFile = async () =>
    (
      await query<{ address1: string; city: string; postal_code: string }>(
        'select address1, city, postal_code from person_profile where user_id = $1',
        [userId],
      )
    )[0]
  const shown = async () =>
    (await portal.call(getApplicationReview, { params: { applicationId } }, { as: staff.session })).reply

  test('is shown to staff, who have to choose; the signed one is stored for all accounts', async () => {
    await saveOnFile('44 Meetinghouse Lane', 'Haverford', 'PA', '19000')
    expect((await shown()).addresses).toEqual([
      {
        donor: 0,
        name: 'Ada Finch',
        signed: '12 Orchard Lane, Philadelphia, PA 19103, United States',
        onFile: '44 Meetinghouse Lane, Haverford, PA 19000',
      },
    ])
    const refused = await accept()
    expect(refused.problem.errors).toEqual({ addresses: ['Choose the address of Ada Finch'] })
    expect(await made()).toEqual([])
    expect((await accept(staff, true, [{ donor: 0, use: 'signed' }])).status).toBe(200)
    expect(await addressOnFile()).toEqual({
      address1: '12 Orchard Lane',
      city: 'Philadelphia',
      postal_code: '19103',
    })
    expect((await shown()).events.at(-1)).toMatchObject({ text: 'Address of Ada Finch: as signed.' })
    const changes = await query(
      `select actor_user_id as by, after_change ->> 'reason' as reason from person_change where user_id = $1`,
      [userId],
    )
    expect(changes).toEqual([
      { by: staff.user.userId, reason: expect.stringMatching(/^As signed in application \d+$/) },
    ])
  })

  test('stays on file where staff choose it', async () => {
    await saveOnFile('44 Meetinghouse Lane', 'Haverford', 'PA', '19000')
    expect((await accept(staff, true, [{ donor: 0, use: 'on-file' }])).status).toBe(200)
    expect(await addressOnFile()).toMatchObject({ address1: '44 Meetinghouse Lane' })
  })

  test('is kept without a question where none is on file', async () => {
    await saveOnFile('', '', '', '')
    expect((await shown()).addresses).toEqual([])
    expect((await accept()).status).toBe(200)
    expect(await addressOnFile()).toMatchObject({ address1: '12 Orchard Lane', postal_code: '19103' })
  })
})
