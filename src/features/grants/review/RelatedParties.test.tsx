import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { RelatedParties } from './RelatedParties.tsx'
import type { StaffGrant } from './staff-grants.contract.ts'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['GRANT_APPROVE', 'SANCTIONS_DECIDE'])

const noted: StaffGrant['relatedParties'][number] = {
  hints: ['The charity has the same address as Ada Winslow.'],
  note: 'The treasurer of the charity is the sister of the donor, as its annual report of 2025 says on page 12.',
  notedByName: 'Prudence Gale',
  notedAt: '2026-03-16T15:00:00Z',
  outcome: null,
  reason: null,
  decidedByName: null,
  decidedAt: null,
}
// What these facts read of a grant.
const grant = {
  grantId: '0190a000-0000-7000-8000-000000000010',
  transactionStatusCode: 2,
  hints: noted.hints,
  relatedParties: [],
  relatedPartiesRefusal: null,
} as unknown as StaffGrant

async function expectNoFault() {
  expect(await pageFaults()).toEqual([])
}

test('an open case is decided by keyboard with an outcome and a reason, and fits 320 px without faults of access', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 900)
  const sent: unknown[] = []
  fetched.mockImplementation(async (_address, about) => {
    if (about?.body) sent.push(JSON.parse(String(about.body)))
    return Response.json({ detail: 'x' }, { status: 409 })
  })
  const screen = await show(<RelatedParties grant={{ ...grant, relatedParties: [noted] }} />)
  await expect.element(screen.getByText(/is the sister of the donor/)).toBeVisible()
  await expectNoFault()
  await screen.getByRole('button', { name: 'Save the decision' }).click()
  await expect.element(screen.getByRole('link', { name: 'Choose what you found' })).toBeVisible()
  expect(sent).toEqual([])
  screen.getByRole('radio', { name: 'No one related to the fund benefits' }).element().focus()
  await userEvent.keyboard(' ')
  await screen.getByLabelText('Reason').fill('Her minutes of March')
  await screen.getByRole('button', { name: 'Save the decision' }).click()
  const decision = { outcome: 'no-benefit', reason: 'Her minutes of March' }
  await expect.poll(() => sent).toContainEqual({ data: { type: 'command', attributes: decision } })
  await page.viewport(width, height)
})

test('a hint is noted, and who noted it reads why someone else decides', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 900)
  const screen = await show(<RelatedParties grant={grant} />)
  await screen.getByRole('button', { name: 'Note related parties' }).click()
  await expect.element(screen.getByLabelText('Who may be related to whom')).toBeVisible()
  await expectNoFault()
  const own = await show(
    <RelatedParties
      grant={{
        ...grant,
        relatedParties: [noted],
        relatedPartiesRefusal: 'You noted it, so someone else has to decide.',
      }}
    />,
  )
  await expect.element(own.getByText('You noted it, so someone else has to decide.')).toBeVisible()
  expect(own.getByRole('button', { name: 'Save the decision' }).query()).toBeNull()
  await page.viewport(width, height)
})
