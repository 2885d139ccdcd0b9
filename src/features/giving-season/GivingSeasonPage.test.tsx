import { beforeEach, expect, test } from 'vitest'
import { rathbones } from '../../clients/configuration/rathbones.ts'
import type { IsoDate } from '../../domain/dates.ts'
import {
  answerContent,
  applyClientStyle,
  paragraph,
  published,
  showAt,
} from '../../testing/screens/managed-screen.tsx'
import { GivingSeasonPage } from './GivingSeasonPage.tsx'
import '../../web/styles.ts'

const deadline = (name: string, gift: string, on: string, note = '') => ({
  name,
  gift,
  on: on as IsoDate,
  note: note === '' ? [] : paragraph(note),
})
const season = published({
  blocks: [
    { name: 'giving-season-header', title: null, body: paragraph('Gifts of this year arrive this year.') },
    { name: 'giving-season-grants', title: null, body: paragraph('Grants go out until the 18th.') },
    { name: 'giving-season-help', title: null, body: paragraph('We are here until eight in the evening.') },
  ],
  deadlines: [
    deadline('fund', 'Mutual fund shares', '2026-11-19', 'Start now.'),
    deadline('stock', 'Stock by electronic transfer', '2026-12-11', 'Tell us before it leaves.'),
    deadline('wire', 'Wire', '2026-12-31'),
  ],
})
const headings = ['Contribution Deadlines', 'Grant Guidelines', 'Need Help?']

beforeEach(() => applyClientStyle())

test('shows the introduction and three closed sections (§2.11)', async () => {
  answerContent(season)
  const { screen } = await showAt('/year-end-deadlines', <GivingSeasonPage />)
  await expect.element(screen.getByText('Gifts of this year arrive this year.')).toBeVisible()
  expect(document.title).toBe('Giving Season | NPT Giving')
  for (const name of headings)
    await expect.element(screen.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByText('Grants go out until the 18th.')).not.toBeVisible()
  expect(screen.getByRole('table').query()).toBeNull()
})

test('saves the open sections in the address and opens them from it (§2.11)', async () => {
  answerContent(season)
  const { screen, address } = await showAt('/year-end-deadlines?open=help,nothing', <GivingSeasonPage />)
  await expect.element(screen.getByText('We are here until eight in the evening.')).toBeVisible()
  await screen.getByRole('button', { name: 'Grant Guidelines' }).click()
  await expect.element(screen.getByText('Grants go out until the 18th.')).toBeVisible()
  expect(address()).toBe('/year-end-deadlines?open=grants%2Chelp')
  await screen.getByRole('button', { name: 'Need Help?' }).click()
  await expect.poll(address).toBe('/year-end-deadlines?open=grants')
})

test('keeps an editor’s draft preview when another section opens (§17)', async () => {
  answerContent(season)
  const { screen, address } = await showAt('/year-end-deadlines?draft=deadline.wire', <GivingSeasonPage />)
  await screen.getByRole('button', { name: 'Need Help?' }).click()
  await expect.poll(address).toBe('/year-end-deadlines?open=help&draft=deadline.wire')
})

test('shows the deadline of each gift with the days left, or as past without advice how to meet it (§2.11)', async () => {
  answerContent(season)
  const { screen } = await showAt('/year-end-deadlines?open=contributions', <GivingSeasonPage />)
  const rows = screen.getByRole('table').getByRole('row')
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      'Mutual fund sharesThis date has passed. Ask us what is still possible.November 19, 2026Past',
    )
  await expect
    .element(rows.nth(2))
    .toHaveTextContent('Stock by electronic transferTell us before it leaves.December 11, 202621 days')
  await expect.element(rows.nth(3)).toHaveTextContent('WireDecember 31, 202641 days')
  await expect
    .element(screen.getByText('to the next deadline, December 11, 2026'))
    .toHaveTextContent('to the next deadline, December 11, 2026')
})

test('shows the next deadline until its last day, and none after the season (§2.11)', async () => {
  applyClientStyle(rathbones, '2026-12-31')
  answerContent(season)
  const { screen } = await showAt('/year-end-deadlines?open=contributions', <GivingSeasonPage />)
  await expect.element(screen.getByText('is the next deadline, 31 December 2026')).toBeVisible()
  await screen.unmount()
  applyClientStyle(rathbones, '2027-01-01')
  answerContent(season)
  const after = await showAt('/year-end-deadlines?open=contributions', <GivingSeasonPage />)
  await expect.element(after.screen.getByRole('table')).toBeVisible()
  expect(after.screen.getByText(/the next deadline/).query()).toBeNull()
})

test('shows placeholders and contact details where editors have published nothing (§2.11)', async () => {
  answerContent(published())
  const { screen } = await showAt('/year-end-deadlines?open=contributions,help', <GivingSeasonPage />)
  await expect.element(screen.getByText(/will be listed here before the giving season starts/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '(215) 555-0100' })).toBeVisible()
})

test('offers a retry when the content fails to load (§2.11)', async () => {
  answerContent('fails', season)
  const { screen } = await showAt('/year-end-deadlines', <GivingSeasonPage />)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      'The deadlines could not be loaded. We apologize for the inconvenience. Our staff has been notified of the error. Please try again.',
    )
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Grant Guidelines' })).toBeVisible()
})
