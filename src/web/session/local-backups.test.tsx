import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { factsOf } from '../../testing/screens/session-facts.ts'
// Its subscription to the session removes backups.
import './session.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/use-form.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { clearToasts } from '../ui/notices/toast-store.ts'
import { isBackupReady } from './local-backups.ts'
import { authToken, clearSession, sessionStore } from './session-store.ts'
import { tabAccount } from './tab-account.ts'

const schema = z.object({
  note: z.string(),
  password: z.string(),
  amountMinor: z.nullable(z.bigint()),
  isUrgent: z.boolean(),
  certifies: z.literal(true),
})
type Entries = {
  note: string
  password: string
  amountMinor: bigint | null
  isUrgent: boolean
  certifies: boolean
}

function NoteWithPassword({ keepsEntries }: { keepsEntries: boolean }) {
  const form = useForm<Entries, unknown>({
    // What it refuses is part of the test.
    schema: schema as z.ZodMiniType<unknown, Entries>,
    initial: { note: '', password: '', amountMinor: null, isUrgent: false, certifies: false },
    save: () => Promise.resolve(),
  })
  const amount = form.field('amountMinor')
  return (
    <Form form={form} label="Change" keepsEntries={keepsEntries}>
      <TextField label="Note" {...form.field('note')} />
      <TextField label="Password" type="password" {...form.field('password')} />
      <Checkbox {...form.field('isUrgent')}>It is urgent</Checkbox>
      <Checkbox {...form.field('certifies')}>I certify this</Checkbox>
      <button type="button" onClick={() => amount.onChange(500n)}>
        Amount: {String(amount.value)}
      </button>
    </Form>
  )
}

/** Two rows with the same form, of which one is shown. */
const show = (row: string, keepsEntries = true) => {
  const routeTree = createRootRoute({
    component: () => (
      <ul>
        <li>
          <h2>{row}</h2>
          <NoteWithPassword keepsEntries={keepsEntries} />
        </li>
      </ul>
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  return render(<RouterProvider router={createRouter({ routeTree, history }) as never} />)
}

const fundId = 204318
let tokens = 0
const signIn = (about: Parameters<typeof factsOf>[0] = {}, ofFund = fundId) => {
  const sessionId = `01a1f8a3-44cc-798e-904b-${String(++tokens).padStart(12, '0')}`
  authToken.replace(`Bearer v1.${sessionId}.${Date.now() + 1000}.s`, authToken.generation())
  sessionStore.set({ state: 'signed-in', facts: factsOf(about), fundId: ofFund })
}
const stored = () => Object.keys(localStorage).filter(key => key.startsWith('almoner-backup:'))

/** Types into the form of a row, and ends the session. */
async function typeAndEnd(why: 'idle' | 'requested', row = 'Grant 1') {
  const screen = await show(row)
  await userEvent.fill(screen.getByLabelText('Note'), 'Herons')
  await userEvent.fill(screen.getByLabelText('Password'), 'a password')
  await userEvent.click(screen.getByLabelText('It is urgent'))
  await userEvent.click(screen.getByLabelText('I certify this'))
  screen
    .getByRole('button', { name: /^Amount/ })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await vi.waitFor(() => expect(isBackupReady()).toBe(true))
  clearSession(why)
  await screen.unmount()
}

const keys: Record<string, string> = {}
beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    const session = sessionStore.read()
    const userId = session.state === 'signed-in' ? session.facts.userId : ''
    keys[userId] ??= btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace('=', '')
    return Response.json({ key: keys[userId] })
  })
  signIn()
})
afterEach(() => {
  clearSession('requested')
  tabAccount.clear()
  clearToasts()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('restores into the same form what was typed, without its password and its certification, once', async () => {
  await typeAndEnd('idle')
  await vi.waitFor(() => expect(stored()).toHaveLength(1))
  expect(localStorage.getItem(stored()[0] ?? '')).not.toMatch(/Herons|password/)
  signIn()
  const screen = await show('Grant 1')
  await expect.element(screen.getByLabelText('Note')).toHaveValue('Herons')
  await expect.element(screen.getByText('Amount: 500')).toBeVisible()
  await expect.element(screen.getByLabelText('Password')).toHaveValue('')
  await expect.element(screen.getByLabelText('It is urgent')).toBeChecked()
  await expect.element(screen.getByLabelText('I certify this')).not.toBeChecked()
  await expect.element(screen.getByText('We kept what you typed')).toBeVisible()
  expect(stored()).toEqual([])
})

const day = 24 * 60 * 60 * 1000
const olderKey = () => {
  const [key = ''] = stored()
  const text = localStorage.getItem(key) ?? ''
  localStorage.removeItem(key)
  localStorage.setItem(
    key.replace(/:(\d+)-/, (_all, at) => `:${Number(at) - day}-`),
    text,
  )
}
const other = '01a1f8a3-44cc-798e-904b-52ec9e9547c9'

test.each([
  ['in the form of another row', () => signIn(), 'Grant 2', 1],
  ['from another fund', () => signIn({}, 204437), 'Grant 1', 1],
  ['in the other currency', () => signIn({ alternateCurrency: 'GBP' }), 'Grant 1', 1],
  ['to another person, and removes it', () => signIn({ userId: other }), 'Grant 1', 0],
  [
    'after a day, and removes it',
    () => {
      olderKey()
      signIn()
    },
    'Grant 1',
    0,
  ],
  [
    'that was altered, and removes it',
    () => {
      for (const key of stored()) localStorage.setItem(key, `AAAA${localStorage.getItem(key)?.slice(4)}`)
      signIn()
    },
    'Grant 1',
    0,
  ],
] as const)('does not restore what was typed %s', async (_how, signInAgain, row, left) => {
  await typeAndEnd('idle')
  await vi.waitFor(() => expect(stored()).toHaveLength(1))
  signInAgain()
  const screen = await show(row)
  await expect.element(screen.getByRole('heading', { name: row })).toBeVisible()
  await vi.waitFor(() => expect(stored()).toHaveLength(left))
  await expect.element(screen.getByLabelText('Note')).toHaveValue('')
})

test('stores nothing of a form that keeps no entries, and does not promise to', async () => {
  const screen = await show('Bank details', false)
  await userEvent.fill(screen.getByLabelText('Note'), '12345678')
  await expect.element(screen.getByLabelText('Note')).toHaveValue('12345678')
  expect(isBackupReady()).toBe(false)
  clearSession('idle')
  await screen.unmount()
  expect(stored()).toEqual([])
})

test('stores nothing when the person logs out, and removes what an earlier session stored', async () => {
  await typeAndEnd('idle')
  await vi.waitFor(() => expect(stored()).toHaveLength(1))
  signIn()
  await typeAndEnd('requested')
  expect(stored()).toEqual([])
})

test('stores the last ten pages', async () => {
  for (let count = 1; count <= 11; count += 1) {
    signIn()
    await typeAndEnd('idle', `Grant of day ${count}`)
    await vi.waitFor(() => expect(stored()).toHaveLength(Math.min(count, 10)))
  }
})
