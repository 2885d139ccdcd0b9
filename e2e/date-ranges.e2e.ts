import type { Page } from '@playwright/test'
import { npt } from '../src/clients/configuration/npt.ts'
import { dateOf } from '../src/domain/dates.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'

type Typed = readonly [first: string, last: string]
/** What is typed into both fields, and the address and the period that the page then shows. */
type Accepted = [typed: Typed, address: string, shown: string]
/** The field that refuses what is typed, and its sentence. */
type Refused = [typed: Typed, field: 'First day' | 'Last day', sentence: RegExp]

const year = Number(dateOf(new Date(), npt.timeZone).slice(0, 4)) - 1
const noFebruary30 = /^Enter a day that exists: February \d{4} has 2[89] days$/

/** A year of the client's own, and the period that it shows. */
type Preset = [name: string, shown: RegExp]

const typedAt: Record<
  'npt' | 'nptuk',
  { accepted: [Accepted, Accepted]; refused: Refused[]; preset: Preset }
> = {
  npt: {
    preset: ['Last fiscal year', /July 1, \d{4} to June 30, \d{4}/],
    accepted: [
      [
        [`0315${year}`, `1231${year}`],
        `from=${year}-03-15&to=${year}-12-31`,
        `March 15, ${year} to December 31, ${year}`,
      ],
      [
        [`7/1/${year}`, `${year}-09-30`],
        `from=${year}-07-01&to=${year}-09-30`,
        `July 1, ${year} to September 30, ${year}`,
      ],
    ],
    refused: [
      [[`02/30/${year}`, `03/31/${year}`], 'First day', noFebruary30],
      [[`03/15/${year}`, `03/14/${year}`], 'Last day', /^Enter March 15, \d{4} or a later date, so that/],
      [[`03/15/${year}`, '12/31/2199'], 'Last day', /^Enter \w+ \d+, \d{4} or an earlier date$/],
      [['01/01/1950', `03/15/${year}`], 'First day', /^Enter \w+ \d+, \d{4} or a later date$/],
      [['0315', `03/31/${year}`], 'First day', /^Enter the date as month\/day\/year, such as/],
    ],
  },
  nptuk: {
    preset: ['Last tax year', /6 April \d{4} to 5 April \d{4}/],
    accepted: [
      [
        [`1503${year}`, `3112${year}`],
        `from=${year}-03-15&to=${year}-12-31`,
        `15 March ${year} to 31 December ${year}`,
      ],
      [
        [`1/7/${year}`, `30 September ${year}`],
        `from=${year}-07-01&to=${year}-09-30`,
        `1 July ${year} to 30 September ${year}`,
      ],
    ],
    refused: [
      [[`30/02/${year}`, `31/03/${year}`], 'First day', noFebruary30],
      [[`15/03/${year}`, `14/03/${year}`], 'Last day', /^Enter 15 March \d{4} or a later date, so that/],
      [[`12/31/${year}`, `31/12/${year}`], 'First day', /^Enter the date as day\/month\/year: there is no/],
    ],
  },
}

const dates = (page: Page) => page.getByRole('group', { name: 'First and last day' })
const field = (page: Page, name: 'First day' | 'Last day') => dates(page).getByRole('textbox', { name })
const addressOf = (page: Page) => new URL(page.url()).search.slice(1)

/** Replaces what both fields contain, in the order shown, and leaves them. Returns the addresses on the way. */
async function typeRange(page: Page, [first, last]: Typed): Promise<Set<string>> {
  const seen = new Set<string>()
  const type = async (text: string) => {
    for (const key of text) {
      await page.keyboard.type(key)
      seen.add(addressOf(page))
    }
  }
  await tabTo(page, field(page, 'First day'), 'Shift+Tab')
  await type(first)
  await tabTo(page, field(page, 'Last day'))
  await type(last)
  await leaveRange(page)
  return seen
}

/** From the last day past its calendar. */
async function leaveRange(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
}

for (const client of ['npt', 'nptuk'] as const) {
  const { accepted, refused, preset } = typedAt[client]

  test(
    `a donor at ${client} types ranges by keyboard, and page and PDF show what was typed (§12)`,
    longUnless(client === 'npt'),
    async ({ signInAs }) => {
      test.setTimeout(120_000)
      const page = await signInAs('donor', client, {
        viewport: { width: 320, height: 800 },
        at: '/fund-activity',
      })
      await pressByKeyboard(page, page.getByRole('button', { name: 'Choose dates' }))
      await tabTo(page, dates(page).getByRole('button', { name: 'Calendar Last day' }))
      for (const [typed, address, shown] of accepted) {
        const before = addressOf(page)
        expect(await typeRange(page, typed)).toEqual(new Set([before]))
        await expect.poll(() => addressOf(page)).toBe(address)
        await expect(page.getByText(shown).first()).toBeVisible()
      }
      const address = addressOf(page)
      for (const [typed, name, sentence] of refused) {
        await field(page, 'First day').fill(typed[0])
        await field(page, 'Last day').fill(typed[1])
        await leaveRange(page)
        await expect(field(page, name)).toHaveAccessibleDescription(sentence)
        await expect(field(page, name)).toHaveValue(typed[name === 'First day' ? 0 : 1])
        expect(addressOf(page)).toBe(address)
      }
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      const save = page.getByRole('button', { name: 'Save as PDF' })
      await expect(save).toBeEnabled()
      const request = page.waitForRequest(sent => /\/api\/accounts\/\d+\/statement\?/.test(sent.url()))
      // Pressed while the second day still has the focus, a new range is the one that page and PDF then have.
      const [[[first, last], next]] = accepted
      await field(page, 'First day').fill(first)
      await field(page, 'Last day').fill(last)
      await save.click()
      expect(new URL((await request).url()).search.slice(1)).toBe(next)
      await expect.poll(() => addressOf(page)).toBe(next)
      const [name, shown] = preset
      await page.getByRole('button', { name }).click()
      await expect(page.getByText(shown).first()).toBeVisible()
    },
  )
}

/** In the browser: chooses last year, and exports as soon as the page shows it. Returns whether it did. */
const exportAtOnce = `(async () => {
  const button = name => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  button('Last year').click()
  for (let frames = 0; frames < 300; frames++) {
    await new Promise(requestAnimationFrame)
    if (!document.querySelector('section[aria-label="Total granted"]').textContent.includes('December 31')) continue
    button('Export grants as CSV').click()
    return true
  }
  return false
})()`

test('an export of grants to a charity has the range that was chosen a moment before (§2.7)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', { at: '/fund-activity?range=since-opening&open=2' })
  await page.locator('a[href*="/grant-activity/"]').first().click()
  await expect(page.getByRole('region', { name: 'Total granted' })).toBeVisible()
  const request = page.waitForRequest(sent => /\/grants\/export\?/.test(sent.url()))
  expect(await page.evaluate(exportAtOnce)).toBe(true)
  const sent = new URL((await request).url()).searchParams
  expect([sent.get('from'), sent.get('to')]).toEqual([`${year}-01-01`, `${year}-12-31`])
})

/** In the browser: chooses one range after another, each as soon as the page shows the one before. */
const chooseQuickly = `(async () => {
  const button = name => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  for (const name of ['This month', 'Since opening', 'Last year']) {
    const before = location.search
    button(name).click()
    for (let frames = 0; frames < 10 && location.search === before; frames++) await new Promise(requestAnimationFrame)
  }
})()`

test('of ranges that are chosen one after another only the last one is asked for (§9)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', { at: '/fund-activity?range=since-opening&open=2' })
  await page.locator('a[href*="/grant-activity/"]').first().click()
  await expect(page.getByRole('region', { name: 'Total granted' })).toBeVisible()
  const asked: string[] = []
  page.on('request', sent => {
    if (/\/grants\?/.test(sent.url())) asked.push(new URL(sent.url()).searchParams.get('from') ?? '')
  })
  await page.evaluate(chooseQuickly)
  await expect.poll(() => asked).toContain(`${year}-01-01`)
  expect(asked).toEqual([`${year}-01-01`])
})
