import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { Vetting } from '../vettings.contract.ts'
import { DueDiligence } from './DueDiligence.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'CHARITY_EDIT'])

const record: Vetting = {
  vettingId: '0190a000-0000-7000-8000-000000000010',
  charityId: 'US-EIN-043800895',
  name: 'HARBOR LIGHT FOOD BANK OF THE NORTHERN HARBOR TOWNS',
  alsoKnownAs: null,
  street: '4 PIER ROAD',
  city: 'LANTERN COVE',
  usState: 'ME',
  postalCode: '04101',
  basis: 'due-diligence',
  finding: 'Its filings of three years, its governing document and a call with its treasurer.',
  expiresOn: isoDate('2029-03-15'),
  state: 'vetted',
  validity: 'ending',
  proposalId: null,
  proposedByName: 'Prudence Gale',
  proposedAt: '2026-03-16T15:00:00Z',
  decidedByName: 'Basil Thorne',
  decidedAt: '2026-03-17T15:00:00Z',
  note: 'The filings',
  documents: [{ documentId: '0190a000-0000-7000-8000-000000000011', name: 'Filings.pdf' }],
  confirmationRefusal: null,
}
const answer = (data: readonly Vetting[], asksDueDiligence = true) =>
  fetched.mockImplementation(async () =>
    Response.json({ data, asksDueDiligence, inForce: { noRegister: 0, dueDiligence: 1 } }),
  )
const section = <DueDiligence charityId={record.charityId} mayEdit />

test('a record that ends soon is renewed from what it says, and fits 320 px without faults of access', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 900)
  answer([record])
  const screen = await show(section)
  await expect.element(screen.getByText(/The record ends soon/)).toBeVisible()
  await screen.getByRole('button', { name: 'Renew the record' }).click()
  await expect.element(screen.getByLabelText('What the documents show')).toHaveValue(record.finding)
  expect(await pageFaults()).toEqual([])
  await page.viewport(width, height)
})

test('a book that asks for no record shows none, and one without a record says what follows', async () => {
  answer([], false)
  const none = await show(section)
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  await expect.poll(() => none.container.textContent).toBe('')
  answer([])
  const screen = await show(section)
  await expect.element(screen.getByText(/only with a confirmed record of due diligence/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Enter a record' })).toBeVisible()
})
