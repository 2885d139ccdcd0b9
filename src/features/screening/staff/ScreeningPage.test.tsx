import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { type BlockedAccount, listBlockedProperty } from '../blocked-property.contract.ts'
import { type Finding, listFindings } from '../findings.contract.ts'
import { ScreeningPage } from './ScreeningPage.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SANCTIONS_SCREEN'])

const findingWith = (index: number): Finding => ({
  findingId: `0190a000-0000-7000-8000-0000000000${10 + index}`,
  state: 'dismissed',
  subjectKind: 'charity',
  charityId: 'US-EIN-990000001',
  ourName: `Vorzhak Traders of the Northern Harbor Towns ${index}`,
  list: 'ofac',
  listedName: 'VORZHAK TRADING AND SHIPPING COMPANY LIMITED',
  score: 0.9,
  foundAt: '2026-03-01T10:00:00Z',
  decidedAt: '2026-03-02T10:00:00Z',
  reportBy: null,
  reportedOn: null,
})
const place = {
  path: '/super-user-dashboard/screening',
  at: '/super-user-dashboard/screening?view=decided',
}

const blocked: BlockedAccount = {
  fundId: 204363,
  accountName: 'The Abernathy and Winslow Family Charitable Giving Fund',
  personName: 'Vladimir Vorzhak',
  list: 'ofac',
  entryNumber: '90001',
  listedName: 'VORZHAK, Vladimir Aleksandrovich',
  programs: ['RUSSIA-EO14024'],
  blockedOn: isoDate('2026-02-10'),
  balanceMinor: 10_600_00n,
  excludedMinor: 500_00n,
}
const report = (year: number, data: readonly BlockedAccount[]) => ({
  ...{ year, years: [2026, 2025], countedOn: isoDate(`${year}-06-30`), reportBy: isoDate(`${year}-09-30`) },
  data: [...data],
})
test('shows older decisions by keyboard, without faults of access, and fits 320 px', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  fetched.mockImplementation(async address => {
    if (String(address).includes('/api/blocked-property'))
      return Response.json(z.encode(listBlockedProperty.reply, report(2026, [])))
    const first = Number(new URL(String(address), location.origin).searchParams.get('first'))
    const rows = Array.from({ length: Math.min(first, 12) }, (_, index) => findingWith(index))
    return Response.json({ data: rows, meta: { total: 12, next: first < 12 ? 'more' : null } })
  })
  const screen = await show(<ScreeningPage />, place)
  await expect.element(screen.getByRole('link', { name: /Towns 9$/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /Towns 11$/ }).query()).toBeNull()
  expect(await pageFaults()).toEqual([])
  screen.getByRole('button', { name: 'All' }).element().focus()
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('link', { name: /Towns 11$/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Excel/ })).toBeVisible()
  await page.viewport(width, height)
})

test('the blocked property of a year fits 320 px without faults of access, and another year is chosen', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  fetched.mockImplementation(async address => {
    const url = new URL(String(address), location.origin)
    if (!url.pathname.endsWith('/blocked-property'))
      return Response.json(z.encode(listFindings.reply, { data: [], meta: { total: 0, next: null } }))
    const year = Number(url.searchParams.get('year') ?? 2026)
    return Response.json(z.encode(listBlockedProperty.reply, report(year, year === 2026 ? [blocked] : [])))
  })
  const screen = await show(<ScreeningPage />, place)
  const section = screen.getByRole('region', { name: 'Blocked property' })
  await expect.element(section.getByText(/It is reported by September 30, 2026\./)).toBeVisible()
  await expect.element(section.getByText('Vladimir Vorzhak')).toBeVisible()
  await expect.element(section.getByText('$10,600.00')).toBeVisible()
  expect(await pageFaults()).toEqual([])
  await section.getByRole('combobox', { name: 'Year' }).selectOptions('2025')
  await expect.element(section.getByText('No account was blocked on that day.')).toBeVisible()
  await page.viewport(width, height)
})
