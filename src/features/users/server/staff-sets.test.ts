import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import { npt as client } from '../../../clients/configuration/npt.ts'
import { permissions } from '../../../contract/permissions.ts'
import { twoPersonActions } from '../../../contract/two-person-actions.ts'
import { entriesOf } from '../../../domain/keys-of.ts'
import { actionsOfRole } from '../../../server/auth/role-permissions.ts'
import type { Example } from '../../../testing/access-matrix/examples/example.ts'
import { examples } from '../../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook, unknownSubject } from '../../../testing/access-matrix/fixture.ts'
import { prepare, send } from '../../../testing/access-matrix/send-example.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { commandOf } from '../../../testing/signing.ts'
import { startApplication } from '../../account-opening/account-opening.contract.ts'
import { configuredSets } from './staff-sets.ts'

// What a person with one named set does on a working day, and everything that they are refused.

let portal: TestApp
let book: MatrixBook

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  book = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

const actionsOfSet = (name: string) => new Set(configuredSets(client).find(set => set.name === name)?.actions)

const needsOf = ({ needs }: Example) => [needs].flat()
const needsNone = (example: Example) =>
  needsOf(example).some(need => ['public', 'session', 'signed-in'].includes(need))

/** The calls of a working day, by method and path, in the order in which a person makes them. */
const days: Readonly<Record<string, readonly string[]>> = {
  'grants-reviewer': [
    'GET /api/grants',
    'POST /api/grants/{grantId}/approve',
    'POST /api/grants/{grantId}/reject',
    'POST /api/grants/{grantId}/owner',
    'POST /api/grants/{grantId}/ask',
    'POST /api/grants/{grantId}/hold',
    'POST /api/grants/{grantId}/release',
    'POST /api/charity-profiles/{charityId}',
    'POST /api/charity-proposals/{proposalId}/accept',
  ],
  // A run from its creation to the bank, its letters, what the bank answers, and a change that the bank asks for.
  payments: [
    'GET /api/payment-runs',
    'POST /api/payment-runs',
    'POST /api/payment-runs/{runId}/check',
    'POST /api/payment-runs/{runId}/approve',
    'POST /api/payment-runs/{runId}/release',
    'POST /api/payment-runs/{runId}/file',
    'POST /api/payment-runs/{runId}/send',
    'POST /api/payment-runs/{runId}/letters',
    'GET /api/bank-files',
    'POST /api/bank-files/check',
    'POST /api/cheques/{paymentId}/contacted',
    'POST /api/change-notices/{noticeId}/propose',
    'POST /api/charity-profiles/{charityId}/bank-details',
  ],
  // An application from the queue to the account, then its people, name, plan and papers.
  'account-services': [
    'GET /api/application-queue',
    'POST /api/application-queue/{applicationId}/claim',
    'POST /api/application-queue/{applicationId}/ask',
    'POST /api/application-queue/{applicationId}/accept',
    'POST /api/application-queue/{applicationId}/decline',
    'GET /api/accounts/{fundId}/relationships',
    'POST /api/accounts/{fundId}/relationships',
    'POST /api/accounts/{fundId}/relationships/{relationshipId}/role',
    'POST /api/accounts/{fundId}/relationships/{relationshipId}/contact',
    'POST /api/accounts/{fundId}/account-name',
    'POST /api/accounts/{fundId}/primary-advisor',
    'POST /api/accounts/{fundId}/legacy-plan',
    'POST /api/accounts/{fundId}/documents',
    'POST /api/accounts/{fundId}/contributions',
    'POST /api/accounts/{fundId}/contributions/{contributionId}/cancel',
  ],
  // What others entered is confirmed: people, payees and bank details, a death.
  compliance: [
    'POST /api/relationship-requests/{requestId}/confirm',
    'POST /api/charity-profiles/{charityId}/payee/{changeId}/confirm',
    'POST /api/account-statuses/{accountId}',
    'POST /api/estate-cases',
    'POST /api/estate-cases/{caseId}/confirm',
    'POST /api/charity-profiles/{charityId}/bank-details/{detailsId}/confirm',
    'GET /api/audit-events',
    'GET /api/users',
  ],
  // What arrived is posted, a mistake is taken back, requests of others are decided.
  finance: [
    'GET /api/contributions',
    'POST /api/accounts/{fundId}/contributions/{contributionId}/receive',
    'POST /api/accounts/{fundId}/contributions/{contributionId}/reverse',
    'POST /api/transfers/{transferId}/approve',
    'POST /api/transfers/{transferId}/decline',
    'GET /api/posting-requests',
    'POST /api/posting-batches/check',
    'POST /api/suspense-items/{itemId}/note',
    'GET /api/contributions/export',
  ],
  // A text from its draft to its publication by another person, and a picture for it.
  content: [
    'GET /api/content-items',
    'POST /api/content-items',
    'POST /api/content-items/{kind}/{name}/draft',
    'POST /api/content-previews',
    'POST /api/content-items/{kind}/{name}/submit',
    'POST /api/content-items/{kind}/{name}/versions/{number}/approve',
    'POST /api/content-items/{kind}/{name}/versions/{number}/decline',
    'POST /api/content-items/{kind}/{name}/versions/{number}/restore',
    'GET /api/files',
    'POST /api/files',
  ],
  support: ['GET /api/mails', 'POST /api/mails/{mailId}/resend'],
  'read-only': ['GET /api/audit-events', 'GET /api/users', 'GET /api/grants'],
  'user-management': ['GET /api/users', 'POST /api/users', 'POST /api/users/{personId}/rights'],
  everything: ['POST /api/grants/{grantId}/approve', 'POST /api/users/{personId}/rights'],
}
const nameOf = ({ endpoint: { method, path } }: Example) => `${method} ${path}`

async function sessionWith(set: string): Promise<TestSession> {
  const { role, actions } = client.staffSets[set] ?? { role: 'auditor', actions: [] }
  const roles = [{ role, actions: actions === 'all' ? null : [...actions] }]
  return (await makeStaff(portal, { roles })).session
}

describe.each(entriesOf(client.staffSets))('%s', (name, { role, actions }) => {
  test('has only permissions that its role has', () => {
    const ofRole: ReadonlySet<string> = actionsOfRole(role)
    expect(actions === 'all' ? [] : actions.filter(action => !ofRole.has(action))).toEqual([])
  })

  test('does the work of a day', async () => {
    const session = await sessionWith(name)
    for (const call of days[name] ?? []) {
      const example = examples.find(each => nameOf(each) === call)
      if (!example) throw new Error(`no endpoint is ${call}`)
      const answer = await send(portal, await prepare(example, book), 'npt', session)
      expect(answer.status, `${call}: ${answer.text}`).toBe(200)
    }
  })

  test('is refused everything else', async () => {
    const session = await sessionWith(name)
    const holds: ReadonlySet<string> = actionsOfSet(name)
    const unknown = unknownSubject(book)
    for (const example of examples) {
      if (needsNone(example) || needsOf(example).some(need => holds.has(need))) continue
      const { method } = example.endpoint
      const answer = await send(portal, await prepare(example, unknown), 'npt', session)
      // An account that does not exist is not found, whatever is asked of it.
      const isNotFound = method === 'GET' || example.endpoint.path.includes('{fundId}')
      expect(answer.status, `${nameOf(example)}: ${answer.text}`).toBe(isNotFound ? 404 : 400)
      if (!isNotFound) expect(answer.title()).toBe('Access denied.')
    }
  })
})

test('account services starts an application for somebody who writes or calls', async () => {
  const as = await sessionWith('account-services')
  const started = await portal.call(
    startApplication,
    { body: commandOf({ startedAs: 'staff' as const }) },
    { as },
  )
  expect(started.status).toBe(200)
})

test('separate the duties: no set but Everything approves and pays, enters and confirms, or manages users and money', () => {
  const apart = [
    ['GRANT_APPROVE', 'GRANT_PAY'],
    ['BANK_DETAILS_EDIT', 'BANK_DETAILS_CONFIRM'],
    ['BANK_DETAILS_CONFIRM', 'GRANT_PAY'],
    ...permissions
      .filter(action => action !== 'USER_MANAGE' && twoPersonActions.some(each => each === action))
      .map(action => ['USER_MANAGE', action] as const),
  ]
  for (const name of Object.keys(client.staffSets).filter(each => each !== 'everything')) {
    const holds: ReadonlySet<string> = actionsOfSet(name)
    for (const pair of apart)
      expect(
        pair.every(action => holds.has(action)),
        `${name}: ${pair}`,
      ).toBe(false)
  }
})

test('the database has the same list of permissions that two people give', async () => {
  const { rows } = await portal.database.admin.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'two_people_for_these_actions'`,
  )
  const named = [...(rows[0]?.text ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, action]) => action)
  expect(named.toSorted()).toEqual([...twoPersonActions].toSorted())
})

test('the smallest team of every client counts permissions that there are, by whole numbers of people', () => {
  for (const { smallestTeam } of Object.values(clients))
    for (const [action, minimum] of Object.entries(smallestTeam)) {
      expect(permissions).toContain(action)
      expect(Number.isInteger(minimum) && minimum >= 1).toBe(true)
    }
})
