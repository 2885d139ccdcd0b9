import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { confirmBankDetails } from '../../features/charity-profiles/bank-details.contract.ts'
import { closeNotice, proposeFromNotice } from '../../features/payments/change-notices.contract.ts'
import { noteContact } from '../../features/payments/cheques.contract.ts'
import { sendRun } from '../../features/payments/payments.contract.ts'
import { saveStatement } from '../../features/statements/statements.contract.ts'
import { rightPerson } from '../../testing/access-matrix/describe-access.ts'
import { examples } from '../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { prepare, send } from '../../testing/access-matrix/send-example.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'

// Examples of the access matrix share a book: what one leaves behind must be a state that the next one can work on.

let portal: TestApp
let npt: MatrixBook

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  npt = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

async function call({ method, path }: Endpoint) {
  const found = examples.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)
  if (!found) throw new Error(`${path} has no example`)
  const { status, text } = await send(
    portal,
    await prepare(found, npt),
    'npt',
    await npt.sessionOf(rightPerson(found)),
  )
  expect(status, text).toBe(200)
}

test.each([
  ['a notice of change', closeNotice],
  ['a cheque', noteContact],
  ['a run', sendRun],
])('a statement adds up after %s of a payment was decided', async (_what, before) => {
  await call(before)
  await call(saveStatement)
})

test('a correction is proposed after other details were confirmed', async () => {
  await call(closeNotice)
  await call(confirmBankDetails)
  await call(proposeFromNotice)
})
