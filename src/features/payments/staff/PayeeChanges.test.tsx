import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import { PayeeChanges } from './PayeeChanges.tsx'

beforeEach(() => {
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
})
afterEach(() => document.getElementById('client-context')?.remove())

const change = (about: Partial<RunPayment['payeeChanges'][number]>): RunPayment['payeeChanges'] => [
  { fact: 'name', before: 'Harbor Light', after: 'Mallory Holdings', isUsed: true, made: null, ...about },
]
const two = {
  enteredByName: 'Cora Clerk',
  confirmedByName: 'Simon Second',
  confirmedAt: '2026-03-16T15:00:00Z',
}

test.each([
  [
    'that two people made',
    change({ made: two }),
    'Made out to: Harbor Light to Mallory Holdings, entered by Cora Clerk, confirmed by Simon Second, Mar 16',
  ],
  [
    'of the register alone',
    change({ isUsed: false }),
    'Made out to: the register now has Mallory Holdings. The payment uses Harbor Light, as approved.',
  ],
  [
    'since an approval that recorded no payee',
    change({ before: null }),
    'Made out to: Mallory Holdings, not recorded at approval',
  ],
  [
    'of an address that nobody has, since such an approval',
    change({ fact: 'address', before: null, after: '' }),
    'Sent to: nothing, not recorded at approval',
  ],
])('says in a sentence what is new: a difference %s', async (_what, changes, text) => {
  const screen = await render(<PayeeChanges changes={changes} />)
  await expect.element(screen.getByRole('listitem')).toBeVisible()
  expect(screen.getByRole('listitem').element().textContent).toContain(text)
})
