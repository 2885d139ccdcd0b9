import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { type FindingDetails, getFinding } from '../findings.contract.ts'
import { FindingPage } from './FindingPage.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'SANCTIONS_SCREEN', 'SANCTIONS_DECIDE'])

const decision = (step: number, from: FindingDetails['state'], to: FindingDetails['state']) => ({
  ...{ step, from, to, byName: 'Ann Lee', at: '2026-03-02T10:00:00Z', reason: `Reason ${step}` },
})
const lifted: FindingDetails = {
  findingId: '0190a000-0000-7000-8000-000000000010',
  state: 'dismissed',
  subjectKind: 'person',
  charityId: null,
  ourName: 'Vladimir Vorzhak',
  list: 'ofac',
  listedName: 'VORZHAK, Vladimir',
  score: 0.97,
  foundAt: '2026-03-01T10:00:00Z',
  decidedAt: '2026-03-02T10:00:00Z',
  reportBy: null,
  reportedOn: null,
  entry: { number: '1', kind: 'person', names: [], birthYears: [], countries: [], programs: [] },
  working: { pairs: [], ourUnmatched: [], listedUnmatched: [], adjustments: [] },
  matcherVersion: 1,
  birthYear: null,
  applicationId: null,
  grants: [],
  accounts: [{ fundId: 1234567, accountName: 'The Finch Family Fund' }],
  decisions: [
    decision(1, 'open', 'waiting'),
    decision(2, 'waiting', 'confirmed'),
    decision(3, 'confirmed', 'lifting'),
    decision(4, 'lifting', 'dismissed'),
  ],
  reports: [],
  steps: [],
}
async function shown(details: FindingDetails) {
  fetched.mockImplementation(async () => Response.json(z.encode(getFinding.reply, details)))
  const screen = await show(<FindingPage />, {
    path: '/super-user-dashboard/screening/$findingId',
    at: `/super-user-dashboard/screening/${details.findingId}`,
  })
  await expect.element(screen.getByText(/^The Finch Family Fund, Account ID/)).toBeVisible()
  return screen
}
const stays = /stay Immobile until staff set their status/

test('says that accounts stay on hold after a finding about their person was lifted', async () => {
  await expect.element((await shown(lifted)).getByText(stays)).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('says nothing of a hold where none was', async () => {
  const dismissed = await shown({ ...lifted, decisions: [decision(1, 'open', 'dismissed')] })
  expect(dismissed.getByText(stays).elements()).toEqual([])
})
