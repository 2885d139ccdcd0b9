import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { RunPayment } from '../run-payment.contract.ts'
import { ReprintCheque } from './ReprintCheque.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['GRANT_PAY', 'SUPER_DASHBOARD_VIEW'])

const payment: RunPayment = {
  paymentId: '0190a000-0000-7000-8000-000000000010',
  grantId: '0190a000-0000-7000-8000-000000000011',
  transactionId: '1000042',
  accountName: 'The Alder Family Fund',
  charityName: 'RIVERSIDE FOOD PANTRY',
  payeeName: 'RIVERSIDE FOOD PANTRY',
  ...{ payeeAddress: null, bankName: null, paidTo: '1001' },
  ...{ amountMinor: 500_00n, returnedMinor: 0n, state: 'Scheduled', problem: null, payeeChanges: [] },
}

test('a spoiled check asks for the reason, by keyboard at 320 px, without faults of access', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  const sent: unknown[] = []
  fetched.mockImplementation(async (address, request) => {
    sent.push([String(address), JSON.parse(String(request?.body)).data.attributes])
    return Response.json({ title: 'This couldn’t be done.', status: 409 }, { status: 409 })
  })
  const onCancel = vi.fn()
  const screen = await show(
    <ReprintCheque
      runId="0190a000-0000-7000-8000-000000000012"
      payment={payment}
      onDone={vi.fn()}
      onCancel={onCancel}
    />,
  )
  await expect.element(screen.getByRole('heading', { name: 'Check 1001' })).toBeVisible()
  expect(await pageFaults()).toEqual([])
  const submit = screen.getByRole('button', { name: 'Reprint this check' })
  submit.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('link', { name: 'Enter the reason' })).toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('textbox', { name: /^What happened/ }).fill('Torn')
  submit.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => sent)
    .toEqual([
      [
        expect.stringMatching(
          /\/api\/payment-runs\/0190a000-0000-7000-8000-000000000012\/cheques\/0190a000-0000-7000-8000-000000000010\/reprint$/,
        ),
        { reason: 'Torn' },
      ],
    ])
  await screen.getByRole('button', { name: 'Go back' }).click()
  expect(onCancel).toHaveBeenCalledOnce()
  await page.viewport(width, height)
})
