import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import type { ProblemDocument } from '../../contract/problem-document.ts'
import { problemOfDocument } from '../../contract/problems.ts'
import { getSession } from '../../contract/session.contract.ts'
import { setCharityList } from '../../features/charity-list/charity-list.contract.ts'
import { getBotCheck, sendVisitorMessage } from '../../features/contact/contact.contract.ts'
import { recommendGrant } from '../../features/grants/grants.contract.ts'
import { changePassword } from '../../features/identity/passwords/password.contract.ts'
import { passwordHasher } from '../../features/identity/passwords/server/password-hasher.ts'
import { originOf, startTestApp, type TestApp } from '../../testing/app.ts'
import { makeCharity } from '../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../testing/factories/make-fund.ts'
import { makeUser } from '../../testing/factories/make-user.ts'
import { toastOfFailure } from '../api/show-failure.ts'

// Provokes each row of §8 on a real server and checks the toast of its response.

// Expensive enough that a queue forms.
const passwords = passwordHasher({ memoryKib: 2048, passes: 1, parallelism: 1 })
let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({
    clients: {
      npt: { ...npt, botCheck: { service: 'hcaptcha', siteKey: 'key', secretName: 'CHECK' } },
    },
    settings: {
      passwords,
      botCheckSecrets: { CHECK: 'secret' },
      // Nothing listens on this port.
      botCheckAddresses: {
        turnstile: 'http://127.0.0.1:9/',
        hcaptcha: 'http://127.0.0.1:9/',
        recaptcha: 'http://127.0.0.1:9/',
      },
    },
  })
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const toastOf = (problem: ProblemDocument) => toastOfFailure(problemOfDocument(problem))
const list = (charityId: string) => ({
  params: { fundId: fund.fundId },
  body: { data: { type: 'command' as const, attributes: { charityId, inCharityList: true } } },
})

test('a 401 shows no toast, because it logs out (§8)', async () => {
  const { status, problem } = await portal.call(getSession, {})
  expect(status).toBe(401)
  expect(toastOf(problem)).toBeNull()
})

test("400 'Access denied.' shows a toast with an ID (§8)", async () => {
  const viewer = await makePersonOf(portal, fund, 'viewer')
  const { charityId } = await makeCharity(portal.databases)
  const { status, problem } = await portal.call(setCharityList, list(charityId), { as: viewer.session })
  expect(status).toBe(400)
  expect(toastOf(problem)).toEqual({
    header: 'Access denied.',
    message: 'You do not have access to submit this form. Please contact your administrator.',
    lowerMessage: `ID: ${problem.traceId}`,
    className: 'error',
  })
})

test("other 400s show 'field - message' lines, the Contact Page and the trace ID (§8)", async () => {
  const response = await portal.app.inject({
    method: 'POST',
    url: recommendGrant.path.replace('{fundId}', String(fund.fundId)),
    headers: {
      host: 'npt.localhost:3000',
      origin: originOf('npt'),
      'idempotency-key': randomUUID(),
      ...fund.donor.session.headers,
    },
    payload: { data: { type: 'command', attributes: {} } },
  })
  expect(response.statusCode).toBe(400)
  const problem = response.json() as ProblemDocument
  const toast = toastOf(problem)
  expect(toast).toMatchObject({
    header: 'An error occurred. Sorry, something went wrong:',
    lowerMessage: `Please reach out to support via the [Contact Page](/contact) for assistance ID: ${problem.traceId}`,
    className: 'error',
  })
  const fields = Object.entries(problem.errors ?? {})
  expect(fields.length).toBeGreaterThan(3)
  expect(toast?.list).toEqual(
    fields.flatMap(([field, messages]) => messages.map(message => `${field} - ${message}`)),
  )
})

test('a 5xx with a trace ID and a detail shows both (§8)', async () => {
  const password = 'six grey herons wait'
  const user = await makeUser(portal.databases, { password })
  const session = await portal.sessionFor(user)
  // More signed-in users than the queue holds, each repeating its request.
  let isBusy = true
  const requests = Array.from({ length: 100 }, async () => {
    while (isBusy) await passwords.verify('guess', null, 'known').catch(() => setTimeout(1))
  })
  const { problem } = await portal.call(
    changePassword,
    { body: { currentPassword: password, newPassword: 'seven quiet otters read' } },
    { as: session },
  )
  isBusy = false
  await Promise.all(requests)
  expect(problem.status).toBe(503)
  expect(toastOf(problem)).toEqual({
    header: 'An error occurred.',
    message: 'Too many people are logging in right now. Please try again in 30 seconds.',
    lowerMessage: `ID: ${problem.traceId}`,
    className: 'error',
  })
})

test("'Service Unavailable' of a bot check names the service (§8)", async () => {
  expect((await portal.call(getBotCheck, {})).reply.service).toBe('hcaptcha')
  const attributes = {
    topic: 'other' as const,
    message: 'Good morning.',
    name: 'Ada Winslow',
    phone: '',
    replyTo: 'ada@reader.example',
    botCheck: { service: 'hcaptcha' as const, token: 'a token' },
  }
  const { problem } = await portal.call(
    sendVisitorMessage,
    { body: { data: { type: 'command', attributes } } },
    { idempotencyKey: randomUUID() },
  )
  expect(problem).toMatchObject({ status: 503, detail: 'Service Unavailable', service: 'hCaptcha' })
  expect(toastOf(problem)).toEqual({
    header: 'Service Unavailable',
    message:
      'We’re sorry, there is currently an issue with hCaptcha and the service is temporarily unavailable. Please refresh and try again.',
    lowerMessage: `ID: ${problem.traceId}`,
    className: 'error',
  })
})

test('a server failure shows the apology with the trace ID (§8)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  await portal.database.admin.query('alter table charity_list_entry rename to renamed')
  const { problem } = await portal.call(setCharityList, list(charityId), { as: fund.donor.session })
  await portal.database.admin.query('alter table renamed rename to charity_list_entry')
  expect(problem.status).toBe(500)
  expect(toastOf(problem)).toEqual({
    header: 'An error occurred.',
    message: `We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again. ID: ${problem.traceId}`,
    className: 'error',
  })
})

test('a response of another program and a script error show the apology (§8)', () => {
  const apology =
    'We apologize for the inconvenience. Our staff has been notified of the error. Please refresh and try again.'
  expect(toastOfFailure(new Error('a mistake'))).toMatchObject({
    header: 'An error occurred.',
    message: apology,
  })
})
