import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { ToastRegion } from '../../../web/ui/notices/ToastRegion.tsx'
import { clearToasts } from '../../../web/ui/notices/toast-store.ts'
import { dismissAllDialogs } from '../../../web/ui/overlay/open-dialogs.ts'
import { makeBackupCodes } from '../factors.contract.ts'
import type { StepUpOffer } from '../step-up.contract.ts'
import { StepUpHost } from './StepUpHost.tsx'

const facts = factsOf({ scope: [], loginCurrency: null })
const password: StepUpOffer = { kinds: ['password'], passkeyRequest: null }
const everything: StepUpOffer = {
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
let proof: () => Response
const of = (path: string) => sent.filter(each => each.path.endsWith(path))
const refusal = (code: string, status: number, more: object = {}) =>
  Response.json(
    { type: `urn:almoner:problem:${code}`, title: code, status, traceId: 't', ...more },
    { status },
  )
const wrong = (field: string, message: string) =>
  refusal('validation', 400, { errors: { [field]: [message] } })

beforeEach(() => {
  sent = []
  isVerified = false
  offer = () => Response.json(password)
  proof = () => {
    isVerified = true
    return Response.json({})
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path } = new URL(address, window.location.href)
    const headers = init.headers as Record<string, string>
    sent.push({ path, key: headers['Idempotency-Key'], body: init.body && JSON.parse(String(init.body)) })
    if (path.endsWith('/offer')) return offer()
    if (path.endsWith('/step-up')) return proof()
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

/** A screen with something typed and a command that wants proof, as often as it is pressed. */
function Screen() {
  const [done, setDone] = useState(0)
  const go = (idempotencyKey: string) =>
    call(makeBackupCodes, {}, { idempotencyKey }).then(() => setDone(count => count + 1), showFailure)
  return (
    <>
      <input aria-label="Draft" />
      <button type="button" onClick={() => void go('first')}>
        Do it
      </button>
      <button
        type="button"
        onClick={() => {
          void go('first')
          void go('second')
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

async function pressed(name = 'Do it') {
  const screen = await render(<Screen />)
  await screen.getByLabelText('Draft').fill('Half a thought')
  await screen.getByRole('button', { name }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Please confirm it’s you' })).toBeVisible()
  return screen
}

test('a call that wants proof asks for it, by keyboard, and goes out again with the same key', async () => {
  const screen = await pressed()
  await expect.element(screen.getByLabelText('Password', { exact: true }).last()).toHaveFocus()
  await userEvent.keyboard('correct horse{Enter}')
  await expect.element(screen.getByText('Done: 1')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(of('/backup-codes').map(({ key }) => key)).toEqual(['first', 'first'])
  expect(of('/step-up')[0]?.body).toEqual({
    data: { type: 'command', attributes: { kind: 'password', password: 'correct horse' } },
  })
  await expect.element(screen.getByLabelText('Draft')).toHaveValue('Half a thought')
})

test('calls that wait at the same time share one dialog and one proof', async () => {
  const screen = await pressed('Do both')
  await userEvent.keyboard('correct horse{Enter}')
  await expect.element(screen.getByText('Done: 2')).toBeVisible()
  expect([of('/offer').length, of('/step-up').length]).toEqual([1, 1])
  expect(
    of('/backup-codes')
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['first', 'first', 'second', 'second'])
})

test.each([
  ['Escape', async () => await userEvent.keyboard('{Escape}')],
  ['the end of the route', async () => dismissAllDialogs()],
])(
  'taken back by %s, nothing is sent, what was typed is still there, and a notice says so',
  async (_how, takeBack) => {
    const screen = await pressed()
    await expect.element(screen.getByLabelText('Password', { exact: true }).last()).toBeVisible()
    await takeBack()
    await expect
      .element(screen.getByText('Nothing was sent or changed, and what you entered is still here.'))
      .toBeVisible()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByLabelText('Draft')).toHaveValue('Half a thought')
    await expect.element(screen.getByRole('button', { name: 'Do it' })).toHaveFocus()
    expect(of('/backup-codes')).toHaveLength(1)
  },
)

describe('what is not right is said where it is looked for (§5)', () => {
  test('a wrong password stands at its field, and the next one is good (§5)', async () => {
    const good = proof
    proof = () => wrong('password', 'This isn’t your password')
    const screen = await pressed()
    await userEvent.keyboard('wrong{Enter}')
    await expect.element(screen.getByRole('alert').getByText('This isn’t your password')).toBeVisible()
    proof = good
    await screen.getByLabelText('Password', { exact: true }).last().fill('right')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText('Done: 1')).toBeVisible()
  })

  test('a wait is said with its length', async () => {
    proof = () =>
      refusal('too-many-requests', 429, { detail: 'Too many attempts. Please try again in 4 seconds.' })
    const screen = await pressed()
    await userEvent.keyboard('wrong{Enter}')
    await expect.element(screen.getByText('Too many attempts. Please try again in 4 seconds.')).toBeVisible()
  })

  test('where the ways cannot be fetched, it can be tried again (§8)', async () => {
    offer = () => refusal('unavailable', 503)
    const screen = await pressed()
    await expect.element(screen.getByText('Service Unavailable')).toBeVisible()
    offer = () => Response.json(password)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Confirm' })).toBeVisible()
  })

  test('whoever has no way is told to log in again', async () => {
    offer = () => Response.json({ kinds: [], passkeyRequest: null })
    const screen = await pressed()
    await expect.element(screen.getByText(/log out, log in again/)).toBeVisible()
  })
})

describe('the ways', () => {
  test('a passkey that is taken back in the browser can be tried again, or a code be entered instead', async () => {
    offer = () => Response.json(everything)
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(
      new DOMException('taken back', 'NotAllowedError'),
    )
    const screen = await pressed()
    await screen.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.element(screen.getByText(/The passkey was not used/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await screen.getByRole('button', { name: 'Use a one-time code instead' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'One-time code' })).toHaveFocus()
    await userEvent.keyboard('12345{Enter}')
    await expect.element(screen.getByRole('alert').getByText('Enter the six digits')).toBeVisible()
    expect(of('/step-up')).toHaveLength(0)
    await screen.getByRole('textbox', { name: 'One-time code' }).fill('123 456')
    await screen.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(screen.getByText('Done: 1')).toBeVisible()
    expect(of('/step-up')[0]?.body).toMatchObject({ data: { attributes: { kind: 'code', code: '123456' } } })
  })
})
