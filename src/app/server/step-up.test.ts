import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { nameOf } from '../../testing/access-matrix/describe-access.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { holds, type Persona, personas } from '../../testing/access-matrix/matrix.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { routes } from './routes.ts'

// Every command that needs a step-up, written a second time on purpose: a command that loses `stepUp` fails here. Those whose amount
// decides are in src/features/grants/server/step-up-sum.test.ts, src/features/grants/schedules/server/step-up-schedules.test.ts and
// src/features/posting-requests/server; the change of a password is in src/features/identity/passwords/server/change-password.test.ts.
const needStepUp = `
  POST /api/security/sessions/{sessionId}/end
  POST /api/security/sessions/end-others
  POST /api/security/passkeys/start
  POST /api/security/passkeys
  POST /api/security/one-time-codes/start
  POST /api/security/one-time-codes
  POST /api/security/backup-codes
  POST /api/security/factors/remove
  POST /api/my-profile/email
  POST /api/grants/approve
  POST /api/grants/{grantId}/reverse-return
  POST /api/estate-cases/{caseId}/entries/{entryId}/reverse
  POST /api/application-queue/{applicationId}/decline
  POST /api/application-queue/{applicationId}/accept
  POST /api/accounts/{fundId}/legacy-plan
  POST /api/accounts/{fundId}/legacy-plan/endowment
  POST /api/accounts/{fundId}/contributions/{contributionId}/receive
  POST /api/accounts/{fundId}/contributions/{contributionId}/receive-assets
  POST /api/accounts/{fundId}/contributions/{contributionId}/reverse
  POST /api/accounts/{fundId}/holdings/{holdingId}/disposals/{disposalId}/reverse
  POST /api/accounts/{fundId}/holdings/{holdingId}/release
  POST /api/accounts/{fundId}/holdings/{holdingId}/sell
  POST /api/accounts/{fundId}/contributions/{contributionId}/move
  POST /api/accounts/{fundId}/contributions/{contributionId}/bounce
  POST /api/accounts/{fundId}/contributions/{contributionId}/correct
  POST /api/inactive-funds/{accountId}/default-grants
  POST /api/inactive-funds/{accountId}/default-grants/{defaultGrantId}/confirm
  POST /api/transfers/{transferId}/reverse
  POST /api/fee-write-offs
  POST /api/fee-schedules/{schedule}/terms
  POST /api/fee-terms/{changeId}/confirm
  POST /api/posting-requests/{requestId}/confirm
  POST /api/charity-profiles/{charityId}/payee
  POST /api/settings/thresholds
  POST /api/settings/thresholds/{changeId}/confirm
  POST /api/charity-profiles/{charityId}/payee/{changeId}/confirm
  POST /api/vettings/{vettingId}/confirm
  POST /api/screening-findings/{findingId}/decide
  POST /api/grants/{grantId}/related-parties/decide
  POST /api/charity-profiles/{charityId}/bank-details
  POST /api/charity-profiles/{charityId}/bank-details/{detailsId}/confirm
  POST /api/change-notices/{noticeId}/propose
  POST /api/book-checks/{checkId}/answer
  POST /api/month-end/closes
  POST /api/month-end/closes/{closeId}/request-reopening
  POST /api/month-end/closes/{closeId}/confirm-reopening
  POST /api/payment-runs/{runId}/approve
  POST /api/payment-runs/{runId}/withdraw
  POST /api/payment-runs/{runId}/release
  POST /api/payment-runs/{runId}/send
  POST /api/payment-runs/{runId}/file
  POST /api/payment-runs/{runId}/letters
  POST /api/payment-runs/{runId}/cheques
  POST /api/payment-runs/{runId}/micr
  POST /api/payment-runs/{runId}/cheques/{paymentId}/reprint
  POST /api/positive-pay-files/{fileId}/file
  POST /api/accounts/{fundId}/transfers
  POST /api/transfers/{transferId}/approve
  POST /api/estate-cases
  POST /api/estate-cases/{caseId}/confirm
  POST /api/estate-cases/{caseId}/distribute
  POST /api/estate-cases/{caseId}/release
  POST /api/estate-cases/{caseId}/hand-over
  POST /api/estate-cases/{caseId}/close
  POST /api/estate-cases/{caseId}/shares/{shareId}/redirect/confirm
  POST /api/account-statuses/{accountId}
  POST /api/accounts/{fundId}/primary-advisor/may-grant
  POST /api/relationship-requests/{requestId}/confirm
  POST /api/staff-sets
  POST /api/staff-sets/{setName}
  POST /api/staff-set-changes/{changeId}/confirm
  POST /api/users
  POST /api/users/{personId}/rights
  POST /api/users/{personId}/resume
  POST /api/users/{personId}/resume/confirm
  POST /api/users/{personId}/end-access
  POST /api/users/{personId}/reset-factors
  POST /api/users/{personId}/logins
  POST /api/users/{personId}/logins/unlink
  POST /api/rights/{rightId}/confirm
  POST /api/rights/{rightId}/reinstate`
  .split('\n')
  .map(line => line.trim())
  .filter(line => line.startsWith('POST '))

const declared = routes.map(({ endpoint }) => endpoint).filter(endpoint => endpoint.stepUp)
const commands = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, access }) => method !== 'GET' && access !== 'public')

const clock = testClock()
let portal: TestApp
let npt: MatrixBook

beforeAll(async () => {
  portal = await startTestApp({ clock })
  npt = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

/** Calls the command with ids that need not exist: step-up and cookie are checked before the handler. */
async function send({ path }: Endpoint, session: TestSession): Promise<string> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'fundId' ? `${npt.fundId}` : randomUUID()))
  const response = await portal.app.inject({
    method: 'POST',
    url,
    headers: {
      ...{ host: hostOf('npt'), origin: originOf('npt'), 'content-type': 'application/json' },
      ...{ 'x-accountid': '0', 'idempotency-key': randomUUID(), ...session.headers },
    },
    payload: '{}',
  })
  return `${response.statusCode} ${response.json().type ?? ''}`
}

const ofSession = async (persona: Persona, set: string): Promise<TestSession> => {
  const session = await npt.sessionOf(persona)
  if (!session) throw new Error(`${persona} has no session`)
  const [, sessionId] = session.headers.authorization.split('.')
  const { rowCount } = await portal.database.admin.query(`update session set ${set} where session_id = $1`, [
    sessionId,
  ])
  expect(rowCount).toBe(1)
  return session
}
const mayCall = ({ access }: Endpoint, persona: Persona) =>
  access === 'session' || access === 'signed-in' || holds(persona, access)
const personaOf = (endpoint: Endpoint, may: boolean) =>
  personas.find(persona => persona !== 'signed-out' && mayCall(endpoint, persona) === may)

describe('step-up', () => {
  test('is declared by these commands', () => {
    expect(declared.map(nameOf).toSorted()).toEqual(needStepUp.toSorted())
  })

  test.each(declared.map(endpoint => [nameOf(endpoint), endpoint] as const))(
    '%s asks for it five minutes after the last one, and only people who may call it',
    async (_name, endpoint) => {
      const right = personaOf(endpoint, true)
      if (!right) throw new Error('nobody may call it')
      const verified = (secondsAgo: number) =>
        `factor_verified_at = '${clock.now().toISOString()}'::timestamptz - interval '${secondsAgo} seconds'`
      expect(await send(endpoint, await ofSession(right, verified(301)))).toBe(
        '403 urn:almoner:problem:step-up-needed',
      )
      expect(await send(endpoint, await ofSession(right, 'factor_verified_at = null'))).toContain('step-up')
      expect(await send(endpoint, await ofSession(right, verified(299)))).not.toContain('step-up')
      const wrong = personaOf(endpoint, false)
      if (wrong) expect(await send(endpoint, await ofSession(wrong, verified(301)))).not.toContain('step-up')
    },
  )
})

test('no command accepts the former cookie of a session whose cookie was replaced', async () => {
  const replaced = `former_cookie_hash = cookie_hash, cookie_hash = sha256('another'), cookie_replaced_at = '${clock.now().toISOString()}'`
  const accepted: string[] = []
  for (const persona of ['super_user', 'donor'] as const) {
    const session = await ofSession(persona, replaced.replace('another', persona))
    for (const endpoint of commands) {
      const answer = await send(endpoint, session)
      if (answer !== '409 urn:almoner:problem:session-renewed')
        accepted.push(`${nameOf(endpoint)}: ${answer}`)
    }
  }
  expect(accepted).toEqual([])
})
