import { expect, test } from 'vitest'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { RunDetails } from '../payments.contract.ts'
import { StoppedPayments } from './StoppedPayments.tsx'
import '../../../web/styles.ts'

const { show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'GRANT_PAY'])

const grant = (index: number) => ({
  grantId: `0190a000-0000-7000-8000-0000000000${10 + index}`,
  transactionId: String(1001 + index),
  problem: 'The fund is on hold, so it cannot make grants.',
})
const shown = (run: Pick<RunDetails, 'stopped' | 'isReleased' | 'method'>) =>
  // The notice reads nothing else of a run.
  show(<StoppedPayments run={run as RunDetails} />, { path: '/', at: '/' })

test('says which payments cannot be made any more, and what to do before and after the file left', async () => {
  const stopped = { payments: 3, first: [grant(1), grant(2)] }
  const released = await shown({ stopped, isReleased: true, method: 'cheque' })
  await expect.element(released.getByText('3 payments can no longer be made')).toBeVisible()
  await expect.element(released.getByRole('link', { name: 'Grant 1002' })).toBeVisible()
  await expect.element(released.getByText('And 1 more.')).toBeVisible()
  await expect
    .element(
      released.getByText(/^If the checks are not in the mail yet, .* Otherwise ask the bank to stop them\.$/),
    )
    .toBeVisible()
  expect(await pageFaults()).toEqual([])
  const kept = await shown({ stopped: { payments: 1, first: [grant(1)] }, isReleased: false, method: 'eft' })
  await expect
    .element(kept.getByText('Withdraw the approval of this run and remove the payment.', { exact: true }))
    .toBeVisible()
})

test('says nothing of a run whose payments can be made', async () => {
  const screen = await shown({ stopped: { payments: 0, first: [] }, isReleased: true, method: 'eft' })
  expect(screen.getByText(/can no longer be made/).elements()).toEqual([])
})
