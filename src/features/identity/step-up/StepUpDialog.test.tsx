import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { ToastRegion } from '../../../web/ui/notices/ToastRegion.tsx'
import { clearToasts } from '../../../web/ui/notices/toast-store.ts'
import { dismissAllDialogs } from '../../../web/ui/overlay/open-dialogs.ts'
import { makeBackupCodes } from '../factors/factors.contract.ts'
import { StepUpHost } from './StepUpHost.tsx'
import type { StepUpOffer } from './step-up.contract.ts'

const facts = factsOf({ scope: [], loginCurrency: null })
const password: StepUpOffer = { kinds: ['password'], passkeyRequest: null }
const allMethods: StepUpOffer = {
  kinds: ['passkey', 'code', 'backup-code'],
  passkeyRequest: {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 600_000,
    allowCredentials: [],
    userVerification: 'required',
  },
}

type Sent = { path: string; key: string | undefined; body: unknown }
let sent: Sent[]
let isVerified: boolean
let offer: () => Response
let verification: () => Response
const callsOf = (path: string) => sent.filter(each => each.path.endsWith(path))
const refusal = (code: string, status: number, extra: object = {}) =>
  Response.json(
    { type: `urn:almoner:problem:${code}`, title: code, status, traceId: 't', ...extra },
    { status },
  )
const fieldError = (field: string, message: string) =>
  refusal('validation', 400, { errors: { [field]: [message] } })

// Loads the lazy chunks first, so that no assertion waits for them.
beforeAll(async () => {
  await Promise.all([import('./StepUpDialog.tsx'), import('../../../web/ui/overlay/DialogBox.tsx')])
})

beforeEach(() => {
  sent = []
  isVerified = false
  offer = () => Response.json(password)
  verification = () => {
    isVerified = true
    return Response.json({ antiforgeryChanged: true })
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path } = new URL(address, window.location.href)
    const headers = init.headers as Record<string, string>
    sent.push({ path, key: headers['Idempotency-Key'], body: init.body && JSON.parse(String(init.body)) })
    if (path.endsWith('/options')) return offer()
    if (path.endsWith('/step-up')) return verification()
    return isVerified ? Response.json({ codes: ['abcd'] }) : refusal('step-up-needed', 403)
  })
  authToken.clear()
  authToken.replace('Bearer v1.s.9.m', authToken.generation())
  sessionStore.set({ state: 'signed-in', facts, fundId: 0 })
})
afterEach(() => {
  dismissAllDialogs()
  vi.unstubAllGlobals()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
  clearToasts()
})

/** A screen with a draft and buttons for a command that requires step-up. */
function Screen() {
  const [done, setDone] = useState(0)
  const send = (idempotencyKey: string) =>
    call(makeBackupCodes, {}, { idempotencyKey }).then(() => setDone(count => count + 1), showFailure)
  return (
    <>
      <input aria-label="Draft" />
      <button type="button" onClick={() => void send('first')}>
        Do it
      </button>
      <button
        type="button"
        onClick={() => {
          void send('first')
          void send('second')
        }}
      >
        Do both
      </button>
      <p>Done: {done}</p>
      <ToastRegion />
      <StepUpHost />
    </>
  )
}

/** Only an upper bound, so that a busy machine fails no test. */
const maxWaitMs = 10_000

async function openDialog(name = 'Do it') {
  const screen = await render(<Screen />)
  await screen.getByLabelText('Draft').fill('A draft')
  await screen.getByRole('button', { name }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'Please confirm it’s you' }), { timeout: maxWaitMs })
    .toBeVisible()
  return screen
}

/** Opens the dialog and waits for its password field, which loads after the dialog itself: keys pressed earlier would be lost. */
async function openPasswordForm(name = 'Do it') {
  const screen = await openDialog(name)
  await expect
    .element(screen.getByLabelText('Password', { exact: true }).last(), { timeout: maxWaitMs })
    .toHaveFocus()
  return screen
}

test('asks for the password, by keyboard, and sends the call again with the same key', async () => {
  const screen = await openPasswordForm()
  await userEvent.keyboard('correct horse{Enter}')
  await expect.element(screen.getByText('Done: 1')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(callsOf('/backup-codes').map(({ key }) => key)).toEqual(['first', 'first'])
  expect(callsOf('/step-up')[0]?.body).toEqual({
    data: { type: 'command', attributes: { kind: 'password', password: 'correct horse' } },
  })
  await expect.element(screen.getByLabelText('Draft')).toHaveValue('A draft')
})

test('shares one dialog and one verification among concurrent calls', async () => {
  const screen = await openPasswordForm('Do both')
  await userEvent.keyboard('correct horse{Enter}')
  await expect.element(screen.getByText('Done: 2')).toBeVisible()
  expect([callsOf('/options').length, callsOf('/step-up').length]).toEqual([1, 1])
  expect(
    callsOf('/backup-codes')
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['first', 'first', 'second', 'second'])
})

test.each([
  ['Escape', async () => await userEvent.keyboard('{Escape}')],
  ['a route change', async () => dismissAllDialogs()],
])('sends nothing, keeps the draft and shows a notice when cancelled by %s', async (_how, cancel) => {
  const screen = await openPasswordForm()
  await expect.element(screen.getByLabelText('Password', { exact: true }).last()).toBeVisible()
  await cancel()
  await expect
    .element(screen.getByText('Nothing was sent or changed, and what you entered is still here.'))
    .toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Draft')).toHaveValue('A draft')
  await expect.element(screen.getByRole('button', { name: 'Do it' })).toHaveFocus()
  expect(callsOf('/backup-codes')).toHaveLength(1)
})

describe('failures are shown where they belong (§5)', () => {
  test('shows a wrong password at its field and accepts the next one (§5)', async () => {
    const accepted = verification
    verification = () => fieldError('password', 'This isn’t your password')
    const screen = await openPasswordForm()
    await userEvent.keyboard('wrong{Enter}')
    await expect.element(screen.getByRole('alert').getByText('This isn’t your password')).toBeVisible()
    verification = accepted
    await screen.getByLabelText('Password', { exact: true }).last().fill('right')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText('Done: 1')).toBeVisible()
  })

  test('says how long to wait after too many attempts', async () => {
    verification = () =>
      refusal('too-many-requests', 429, { detail: 'Too many attempts. Please try again in 4 seconds.' })
    const screen = await openPasswordForm()
    await userEvent.keyboard('wrong{Enter}')
    await expect.element(screen.getByText('Too many attempts. Please try again in 4 seconds.')).toBeVisible()
  })

  test('offers a retry when the methods cannot be loaded (§8)', async () => {
    offer = () => refusal('unavailable', 503)
    const screen = await openDialog()
    await expect.element(screen.getByText('Service Unavailable')).toBeVisible()
    offer = () => Response.json(password)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Confirm' })).toBeVisible()
  })

  test('tells a person without a method to log in again', async () => {
    offer = () => Response.json({ kinds: [], passkeyRequest: null })
    const screen = await openDialog()
    await expect.element(screen.getByText(/log out, log in again/)).toBeVisible()
  })
})

describe('the methods', () => {
  test('offers a retry or a one-time code after a cancelled passkey prompt', async () => {
    offer = () => Response.json(allMethods)
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'))
    const screen = await openDialog()
    await screen.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.element(screen.getByText(/The passkey was not used/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await screen.getByRole('button', { name: 'Use a one-time code instead' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'One-time code' })).toHaveFocus()
    await userEvent.keyboard('12345{Enter}')
    await expect.element(screen.getByRole('alert').getByText('Enter the six digits')).toBeVisible()
    expect(callsOf('/step-up')).toHaveLength(0)
    await screen.getByRole('textbox', { name: 'One-time code' }).fill('123 456')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText('Done: 1')).toBeVisible()
    expect(callsOf('/step-up')[0]?.body).toMatchObject({
      data: { attributes: { kind: 'code', code: '123456' } },
    })
  })
})
