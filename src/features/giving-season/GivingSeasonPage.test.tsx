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
    deadline('fund', 'Mutual fund shares', '2026-11-19'),
    deadline('stock', 'Stock by electronic transfer', '2026-12-11', 'Tell us before it leaves.'),
    deadline('wire', 'Wire', '2026-12-31'),
  ],
})
const headings = ['Contribution Deadlines', 'Grant Guidelines', 'Need Help?']

beforeEach(() => applyClientStyle())

test('§2.11: three sections, closed at first, under the header’s information', async () => {
  answerContent(season)
  const { screen } = await showAt('/year-end-deadlines', <GivingSeasonPage />)
  await expect.element(screen.getByText('Gifts of this year arrive this year.')).toBeVisible()
  expect(document.title).toBe('Giving Season')
  for (const name of headings)
    await expect.element(screen.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByText('Grants go out until the 18th.')).not.toBeVisible()
  expect(screen.getByRole('table').query()).toBeNull()
})

test('§2.11: a section is opened and closed in the address, which opens it again', async () => {
  answerContent(season)
  const { screen, address } = await showAt('/year-end-deadlines?open=help,nothing', <GivingSeasonPage />)
  await expect.element(screen.getByText('We are here until eight in the evening.')).toBeVisible()
  await screen.getByRole('button', { name: 'Grant Guidelines' }).click()
  await expect.element(screen.getByText('Grants go out until the 18th.')).toBeVisible()
  expect(address()).toBe('/year-end-deadlines?open=grants%2Chelp')
  await screen.getByRole('button', { name: 'Need Help?' }).click()
  await expect.poll(address).toBe('/year-end-deadlines?open=grants')
})

test('open-points 7 /content: an editor who sees a draft in its place still does with another section open', async () => {
  answerContent(season)
  const { screen, address } = await showAt('/year-end-deadlines?draft=deadline.wire', <GivingSeasonPage />)
  await screen.getByRole('button', { name: 'Need Help?' }).click()
  await expect.poll(address).toBe('/year-end-deadlines?open=help&draft=deadline.wire')
})

test('§2.11: each gift has its last day, what is past is said to be, the rest says how many days are left', async () => {
  answerContent(season)
  const { screen } = await showAt('/year-end-deadlines?open=contributions', <GivingSeasonPage />)
  const rows = screen.getByRole('table').getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('Mutual fund sharesNovember 19, 2026Past')
  await expect
    .element(rows.nth(2))
    .toHaveTextContent('Stock by electronic transferTell us before it leaves.December 11, 202621 days')
  await expect.element(rows.nth(3)).toHaveTextContent('WireDecember 31, 202641 days')
  await expect
    .element(screen.getByText('to the next deadline, December 11, 2026'))
    .toHaveTextContent('to the next deadline, December 11, 2026')
})

test('§2.11: on the last day it says today; a day after the last one nothing is announced', async () => {
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

test('§2.11: what editors have not written leaves an honest page', async () => {
  answerContent(published())
  const { screen } = await showAt('/year-end-deadlines?open=contributions,help', <GivingSeasonPage />)
  await expect.element(screen.getByText(/will be listed here before the season begins/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '+1 215 555 0100' })).toBeVisible()
})

test('§2.11: content that cannot be loaded says so and is asked for again on request', async () => {
  answerContent('fails', season)
  const { screen } = await showAt('/year-end-deadlines', <GivingSeasonPage />)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The deadlines could not be loaded. Please try again.')
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Grant Guidelines' })).toBeVisible()
})
