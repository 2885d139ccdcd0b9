import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { type FindingDetails, getFinding } from '../findings.contract.ts'
import { FindingReports } from './FindingReports.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SANCTIONS_SCREEN', 'SANCTIONS_DECIDE'])

const details: FindingDetails = {
  findingId: '0190a000-0000-7000-8000-000000000010',
  state: 'confirmed',
  subjectKind: 'person',
  charityId: null,
  ourName: 'Vladimir Vorzhak',
  list: 'ofac',
  listedName: 'VORZHAK, Vladimir',
  score: 0.97,
  foundAt: '2026-03-01T10:00:00Z',
  decidedAt: '2026-03-02T10:00:00Z',
  reportBy: isoDate('2026-03-16'),
  reportedOn: null,
  entry: { number: '1', kind: 'person', names: [], birthYears: [], countries: [], programs: [] },
  working: { pairs: [], ourUnmatched: [], listedUnmatched: [], adjustments: [] },
  matcherVersion: 1,
  birthYear: null,
  applicationId: null,
  grants: [],
  accounts: [],
  decisions: [],
  reports: [],
  steps: [],
}
const place = {
  path: '/super-user-dashboard/screening/$findingId',
  at: `/super-user-dashboard/screening/${details.findingId}`,
}

test('the report is recorded by keyboard at 320 px, without faults of access', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  const sent: unknown[] = []
  fetched.mockImplementation(async (_address, request) => {
    sent.push(JSON.parse(String(request?.body)).data.attributes)
    return Response.json(z.encode(getFinding.reply, details))
  })
  const screen = await show(<FindingReports details={details} />, place)
  await expect.element(screen.getByText(/^Report it to the authority by March 16, 2026\./)).toBeVisible()
  expect(await pageFaults()).toEqual([])
  screen.getByRole('button', { name: 'Record the report' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('link', { name: 'Enter the reference of the report' })).toBeVisible()
  expect(sent).toEqual([])
  screen.getByRole('textbox', { name: 'Reference' }).element().focus()
  await userEvent.keyboard('BLK-2026-7{Enter}')
  await expect.poll(() => sent).toEqual([{ reportedOn: expect.any(String), reference: 'BLK-2026-7' }])
  await page.viewport(width, height)
})

test('a finding that is not confirmed has its record, and no form', async () => {
  const screen = await show(<FindingReports details={{ ...details, state: 'open', reportBy: null }} />, place)
  await expect.element(screen.getByRole('button', { name: 'Save the record as PDF' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Record the report' }).query()).toBeNull()
})
