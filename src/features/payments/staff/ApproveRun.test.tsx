import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { IsoDate } from '../../../domain/dates.ts'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import type { RunDetails } from '../payments.contract.ts'
import { ApproveRun } from './ApproveRun.tsx'

beforeEach(() => {
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
})
afterEach(() => {
  document.getElementById('client-context')?.remove()
  vi.unstubAllGlobals()
})

const checkedAt = (at: string): RunDetails => ({
  runId: '01890a5d-ac96-474b-bcce-b302099a8057',
  runNumber: 7,
  method: 'cheque',
  format: 'cheques',
  state: 'created',
  paymentOn: '2026-11-23' as IsoDate,
  payments: 2,
  amountMinor: 650_00n,
  currency: 'USD',
  problems: 0,
  payeesChanged: 0,
  ...{ paid: 0, cleared: 0, returned: 0, returnedMinor: 0n, rejected: 0, rejectedMinor: 0n },
  createdByName: 'Ada Winslow',
  createdAt: at,
  cutoffAt: at,
  contentHash: '',
  checkedAt: at,
  fileHash: null,
  fileName: null,
  isReleased: false,
  stopped: { payments: 0, first: [] },
  ...{
    rejectedAfterPaid: 0,
    rejectedLetters: 0,
    cheques: [],
    reprints: [],
    nextCheque: '100183',
    stock: null,
    mailed: 0,
    letterFiles: 0,
    chequeFiles: 0,
  },
  events: [],
  commands: { check: null, approve: null },
})

test('asks again whether the payments were looked at after another check, and keeps the number of the first check', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const show = (at: string) => <ApproveRun run={checkedAt(at)} onDone={() => undefined} />
  const screen = await render(show('2026-11-20T15:00:00.000Z'))
  const [tick, number] = [screen.getByRole('checkbox'), screen.getByRole('textbox')]
  await number.fill('200001')
  await tick.click()
  await expect.element(tick).toBeChecked()
  await screen.rerender(show('2026-11-20T15:05:00.000Z'))
  await expect.element(tick).not.toBeChecked()
  await expect.element(number).toHaveValue('200001')
  await screen.getByRole('button', { name: 'Approve this run' }).click()
  await expect.element(tick).toHaveAccessibleDescription('Confirm that you have reviewed the payments')
  expect(fetch).not.toHaveBeenCalled()
})
