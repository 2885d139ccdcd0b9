import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import type { Individual } from '../../../contract/individual.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { type Advisor, getPrimaryAdvisor, updatePrimaryAdvisor } from '../primary-advisor.contract.ts'

const clock = testClock()
let portal: TestApp
let worker: JobWorker
beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

type FundWithAdvisor = MadeFund & { advisor: Person }
async function fundWithAdvisor(book = 'npt'): Promise<FundWithAdvisor> {
  const fund = await makeFund(portal, { book })
  return { ...fund, advisor: await makePersonOf(portal, fund, 'primary_advisor') }
}

const read = async ({ fundId }: MadeFund, as: TestSession) =>
  (await portal.call(getPrimaryAdvisor, { params: { fundId } }, { as })).reply
async function advisorOf(fund: MadeFund, as: TestSession): Promise<Advisor> {
  const { advisor } = await read(fund, as)
  if (!advisor) throw new Error('no advisor')
  return advisor
}

type Change = { details?: Partial<Individual>; revision?: number; ids?: { legacyId2: string }; id?: string }
async function commandOf(fund: FundWithAdvisor, change: Change) {
  const { rowIndex, details, revision } = await advisorOf(fund, fund.advisor.session)
  const id = change.id ?? rowIndex
  return {
    data: {
      type: 'command' as const,
      attributes: { acknowledgesTerms: true as const, revision: change.revision ?? revision },
    },
    db: {
      account: {
        [fund.accountId]: {
          relationships: { primaryAdvisor: { data: { type: 'individual' as const, id } } },
        },
      },
      individual: {
        [id]: {
          attributes: { ...(details as Individual), ...change.details },
          ...(change.ids ? { ids: change.ids } : {}),
        },
      },
    },
  }
}

async function save(fund: FundWithAdvisor, as: TestSession, change: Change = {}) {
  const params = { fundId: fund.fundId }
  return await portal.call(updatePrimaryAdvisor, { params, body: await commandOf(fund, change) }, { as })
}

/** Sends a body that the browser would not. */
async function send(fund: FundWithAdvisor, payload: object) {
  const { host, origin } = { host: hostOf('npt'), origin: originOf('npt') }
  return await portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${fund.fundId}/primary-advisor`,
    headers: { host, origin, ...fund.advisor.session.headers },
    payload,
  })
}

describe('the primary advisor’s contact information (§2.9)', () => {
  test('is changed by the advisor, who receives an alert, and shown to the donors', async () => {
    const fund = await fundWithAdvisor()
    const change = { company: 'Harbor Advisory', phone: '215 555 0142', city: 'Camden' }
    const { status, reply } = await save(fund, fund.advisor.session, { details: change })
    expect(status).toBe(200)
    expect(reply.advisor).toMatchObject({ isSelf: true, mayEdit: true, revision: 1, details: change })
    expect(await advisorOf(fund, fund.donor.session)).toMatchObject({
      details: change,
      email: fund.advisor.user.email,
      ssoId: null,
      legacyId2: null,
      isSelf: false,
      mayEdit: false,
      accounts: 1,
    })
    const [alert, ...more] = await mailsTo(portal, fund.advisor.user.email)
    expect(alert?.subject).toBe('NPT Giving: Your contact information was updated')
    expect(more).toEqual([])
  })

  test('sends no alert and stores nothing when nothing changed', async () => {
    const fund = await fundWithAdvisor()
    expect((await save(fund, fund.advisor.session)).reply.advisor?.revision).toBe(0)
    expect(await mailsTo(portal, fund.advisor.user.email)).toEqual([])
  })

  test('says for how many accounts the person is primary advisor', async () => {
    const fund = await fundWithAdvisor()
    const second = await makeFund(portal)
    await makeRelationship(portal.databases, second, { user: fund.advisor.user, role: 'primary_advisor' })
    expect((await advisorOf(fund, fund.donor.session)).accounts).toBe(2)
  })

  test('is changed by others without the name, which only the advisor changes', async () => {
    const fund = await fundWithAdvisor()
    const { session } = await makePersonOf(portal, fund, 'service_team')
    const renamed = await save(fund, session, { details: { firstName: 'Daniel', city: 'Camden' } })
    expect([renamed.status, renamed.problem.detail]).toEqual([
      400,
      'Only the primary advisor can change their name.',
    ])
    expect((await advisorOf(fund, fund.donor.session)).details.city).not.toBe('Camden')
    expect((await save(fund, session, { details: { city: 'Camden' } })).reply.advisor?.details.city).toBe(
      'Camden',
    )
    const byAdvisor = await save(fund, fund.advisor.session, { details: { firstName: 'Maggie' } })
    expect(byAdvisor.reply.advisor?.name).toBe('Maggie Ellison')
    // Who opened the page before sends the former name; the advisor's own stays.
    const late = await save(fund, session, {
      details: { firstName: 'Margaret', company: 'Late' },
      revision: 1,
    })
    expect(late.reply.advisor).toMatchObject({ name: 'Maggie Ellison', details: { company: 'Late' } })
    expect(await mailsTo(portal, fund.advisor.user.email)).toHaveLength(3)
  })

  test('does not name the staff member who changed it to the advisor', async () => {
    const fund = await fundWithAdvisor()
    await save(fund, (await makeStaff(portal)).session, { details: { city: 'Camden' } })
    const [alert] = await mailsTo(portal, fund.advisor.user.email)
    expect(alert?.body).toContain('Our staff updated your contact information')
    expect(alert?.body).not.toContain('Prudence')
  })

  test('tells the second of two editors what the first saved, and loses neither entry', async () => {
    const fund = await fundWithAdvisor()
    const staff = await makeStaff(portal)
    const answers = await Promise.all([
      save(fund, fund.advisor.session, { details: { city: 'Boston' }, revision: 0 }),
      save(fund, staff.session, { details: { city: 'Denver' }, revision: 0 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const stored = (await advisorOf(fund, fund.advisor.session)).details.city
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem.otherEdits?.changes).toMatchObject([{ field: 'city', after: stored }])
    // Staff appear to the fund's people as the sponsor.
    if (stored === 'Denver') expect(refused?.problem.otherEdits?.changes[0]?.by).toBe('NPT Giving')
  })

  test('never changes e-mail or SSO ID: these fields are not accepted', async () => {
    const fund = await fundWithAdvisor()
    const staff = await makeStaff(portal)
    const forged = { email: 'thief@npt.example', ssoId: 'thief' } as Partial<Individual>
    await send(fund, await commandOf(fund, { details: { ...forged, city: 'Camden' } }))
    expect(await advisorOf(fund, staff.session)).toMatchObject({
      email: fund.advisor.user.email,
      ssoId: fund.advisor.user.ssoId,
      details: { city: 'Camden' },
    })
  })

  test('shows IDs with ACCOUNT_DPA_PSID_VIEW and changes the legacy ID with ACCOUNT_DPA_PSID_UPDATE alone', async () => {
    const fund = await fundWithAdvisor()
    const ids = { legacyId2: 'L-4711' }
    const refused = await save(fund, fund.advisor.session, { ids })
    expect([refused.status, refused.problem.title]).toEqual([400, 'Access denied.'])
    expect((await save(fund, (await makeStaff(portal)).session, { ids })).reply.advisor?.legacyId2).toBe(
      'L-4711',
    )
    expect((await advisorOf(fund, fund.advisor.session)).legacyId2).toBe('L-4711')
    expect(JSON.stringify(await read(fund, fund.donor.session))).not.toContain('L-4711')
  })

  test.each([
    [{ postalCode: 'X' }, 'postalCode'],
    [{ phone: 'call me' }, 'phone'],
    [{ yearOfBirth: '70' }, 'yearOfBirth'],
    [{ firstName: ' ' }, 'firstName'],
  ])('rejects %j at its field (§5)', async (details, field) => {
    const fund = await fundWithAdvisor()
    const answer = await send(fund, await commandOf(fund, { details }))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]])
  })

  test('rejects a command about another account’s advisor', async () => {
    const [fund, other] = [await fundWithAdvisor(), await fundWithAdvisor()]
    const { rowIndex } = await advisorOf(other, other.donor.session)
    const { status } = await save(fund, fund.advisor.session, { id: rowIndex, details: { city: 'Camden' } })
    expect(status).toBe(400)
    expect((await advisorOf(other, other.donor.session)).details.city).toBe('Philadelphia')
  })

  test('cannot be changed by the advisor where the client manages people’s details (§15)', async () => {
    const fund = await fundWithAdvisor('ubs')
    expect((await advisorOf(fund, fund.advisor.session)).mayEdit).toBe(false)
    expect((await save(fund, fund.advisor.session, { details: { city: 'Camden' } })).status).toBe(400)
    const staff = await makeStaff(portal, { realm: 'ubs' })
    expect((await save(fund, staff.session, { details: { city: 'Camden' } })).status).toBe(200)
  })

  test('of an account without an advisor is null, and cannot be saved', async () => {
    const fund = await makeFund(portal)
    expect((await read(fund, fund.donor.session)).advisor).toBeNull()
  })

  test('of an advisor without a login is shown, not edited', async () => {
    const fund = await makeFund(portal)
    await makeRelationship(portal.databases, fund, { role: 'primary_advisor', name: 'Harold Whitcombe' })
    expect(await advisorOf(fund, (await makeStaff(portal)).session)).toMatchObject({
      name: 'Harold Whitcombe',
      email: 'harold.whitcombe@people.example',
      mayEdit: false,
    })
  })
})

test('hostile bodies of the advisor’s command are refused', async () => {
  const fund = await fundWithAdvisor()
  for (const payload of [
    {},
    { data: null },
    { data: { type: 'command', attributes: {} }, db: { account: {}, individual: {} } },
  ]) {
    const answer = await send(fund, payload)
    expect(answer.statusCode).toBe(400)
  }
})
