import type { Page } from '@playwright/test'
import { demoClients } from '../src/demo/demo-client.ts'
import { formatMoney } from '../src/domain/money.ts'
import { type ClientName, clientNames, expect, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { accountBar, readAvailable, shownAccountName, switchAccount } from './pages/account-bar.ts'
import { callPortal } from './pages/call-portal.ts'
import { chooseRange, openSection, readStatement } from './pages/fund-activity.ts'
import { readAllMoney, readMoney } from './pages/money.ts'
import {
  confirmedGrantId,
  fillIn,
  pickCharity,
  type Recommendation,
  withOneTypingError,
} from './pages/recommend.ts'
import { approve, decision, openReview } from './pages/review.ts'

/** What differs between the two clients: currency, country, spelling, and the threshold of dual control. */
const clientDetails = {
  npt: {
    fundId: demoClients.USD.mainFundId,
    shown: (minor: bigint) => formatMoney(minor, 'USD', 'en-US'),
    honour: { choice: 'In honor of someone', label: 'Who is honored' },
    overThresholdUnits: 26_000,
  },
  rathbones: {
    fundId: demoClients.GBP.mainFundId,
    shown: (minor: bigint) => formatMoney(minor, 'GBP', 'en-GB'),
    honour: { choice: 'In honour of someone', label: 'Who is honoured' },
    overThresholdUnits: 21_000,
  },
} as const satisfies Record<ClientName, unknown>

const belowThresholdUnits = 1_500
const rangesUntilToday = ['This month', 'This quarter', 'Since opening', 'Year to date']
const rangesBefore = ['Last month', 'Last quarter', 'Last year']

async function expectToAddUp(page: Page) {
  const { adding, parts, summary } = await readStatement(page)
  const { 'Beginning Balance': beginning = 0n, 'Ending Balance': ending = 0n, ...flows } = adding
  expect(Object.keys(flows)).toHaveLength(8)
  expect(Object.values(flows).reduce((sum, flow) => sum + flow, beginning)).toBe(ending)
  expect(summary.ending).toBe(ending)
  expect(-summary.pending).toBe(parts['Pending Grants'])
  expect(-summary.excluded).toBe(parts['Excluded Assets'])
  expect(summary.ending + summary.pending + summary.excluded).toBe(summary.available)
  return summary.available
}

/** The charity of the newest grant in the statement. */
async function formerCharity(page: Page): Promise<{ name: string; charityId: string }> {
  const link = (await openSection(page, 'Grants')).getByRole('rowheader').getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  return { name: await link.innerText(), charityId: address.split('/').at(-1) ?? '' }
}

test('a double click on Continue still shows the review before anything is sent (§13)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', { at: '/recommend-a-grant' })
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.getByRole('searchbox', { name: 'Find a charity' }).fill('lighthouse')
  await page.locator('a[href*="charity="]').first().click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('600')
  await page.getByRole('button', { name: 'Continue' }).dblclick({ delay: 150 })
  await expect(page.getByRole('button', { name: 'Submit recommendation' })).toBeVisible()
  await expect(page.getByText('Once, as soon as it is approved')).toBeVisible()
  expect(sent.filter(path => path.endsWith('/grants'))).toEqual([])
})

for (const client of clientNames) {
  const { fundId, shown, honour, overThresholdUnits } = clientDetails[client]

  test(
    `a donor at ${client} picks an account, and each range of its activity adds up to the available balance (§2.4, §2.6)`,
    longUnless(client === 'rathbones'),
    async ({ signInAs }) => {
      const page = await signInAs('donor', client)
      await switchAccount(page, fundId)
      await expect(shownAccountName(page)).not.toBeEmpty()
      const available = await readAvailable(page)
      await accountBar(page).getByRole('button', { name: 'What makes up the available balance' }).click()
      const popover = page.getByRole('dialog', { name: 'What makes up the available balance' })
      await expect(popover).toContainText(
        'The available balance is the current-date ending balance less cumulative pending grants and excluded assets.',
      )
      const [ending = 0n, pending = 0n, excluded = 0n, sum] = await readAllMoney(popover)
      expect(ending + pending + excluded).toBe(sum)
      expect(sum).toBe(available)
      await page.keyboard.press('Escape')
      await expect(popover).toBeHidden()

      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Fund Activity' })
        .click()
      await expect(page.getByRole('region', { name: 'Included in the ending balance' })).toBeVisible()
      expect(await expectToAddUp(page)).toBe(available)
      for (const range of rangesBefore) {
        await chooseRange(page, range)
        await expectToAddUp(page)
      }
      for (const range of rangesUntilToday.slice(0, -1)) {
        await chooseRange(page, range)
        expect(await expectToAddUp(page)).toBe(available)
      }
    },
  )

  test(
    `a section at ${client} opens into rows that add up, can be sorted, and are shown by 10, 50 or all (§2.6, §9)`,
    longUnless(client === 'npt'),
    async ({ signInAs }) => {
      const page = await signInAs('donor', client, { at: '/fund-activity?range=since-opening' })
      const gains = await openSection(page, 'Investment Gains and Losses')
      const bodyRows = gains.locator('tbody').getByRole('row')
      await expect(bodyRows).toHaveCount(10)
      await gains.getByRole('button', { name: 'All', exact: true }).click()
      const count = Number(/\d+/.exec(await gains.getByText(/^of \d+$/).innerText())?.[0])
      await expect(bodyRows).toHaveCount(count)
      const amounts = () => readAllMoney(gains.locator('tbody'))
      const { adding } = await readStatement(page)
      expect((await amounts()).reduce((sum, amount) => sum + amount, 0n)).toBe(
        adding['Investment Gains and Losses'],
      )
      await gains.getByRole('button', { name: /^Amount/ }).click()
      await expect(gains.getByRole('columnheader', { name: /^Amount/ })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
      const ascending = (await amounts()).toSorted((one, other) => (one < other ? -1 : 1)).map(String)
      await expect.poll(async () => (await amounts()).map(String)).toEqual(ascending)
      await gains.getByRole('button', { name: /^Amount/ }).click()
      await expect.poll(async () => (await amounts()).map(String)).toEqual(ascending.toReversed())
      await gains.getByRole('button', { name: '50', exact: true }).click()
      await expect(bodyRows).toHaveCount(Math.min(50, count))
      // The URL holds the open section, so a reload shows it again.
      expect(page.url()).toContain('open=3')
      await page.reload()
      const opener = page.getByRole('button', { name: /^Investment Gains and Losses/ })
      await expect(opener).toHaveAttribute('aria-expanded', 'true')
    },
  )

  test(
    `a grant at ${client} goes from recommendation to approval, and each person sees the steps that concern them (§2.7, §13)`,
    longUnless(client === 'npt'),
    async ({ signInAs }) => {
      test.setTimeout(180_000)
      const donor = await signInAs('donor', client)
      await switchAccount(donor, fundId)
      await donor.goto('/fund-activity?range=since-opening')
      const { name, charityId } = await formerCharity(donor)

      const recommend = async (about: Recommendation): Promise<string> => {
        const before = await readAvailable(donor)
        await donor.goto('/recommend-a-grant')
        await pickCharity(donor, withOneTypingError(name), charityId)
        await fillIn(donor, about)
        // However often it is sent (a second press, a session's new cookie), it is one recommendation.
        const keys = new Set<string | undefined>()
        donor.on('request', request => {
          if (request.method() === 'POST' && /\/grants$/.test(request.url()))
            keys.add(request.headers()['idempotency-key'])
        })
        await donor.getByRole('button', { name: 'Submit recommendation' }).dblclick()
        const grantId = await confirmedGrantId(donor)
        expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
        await expect.poll(() => readAvailable(donor)).toBe(before - BigInt(about.amountUnits) * 100n)
        return grantId
      }
      const amountMinor = BigInt(overThresholdUnits) * 100n

      const [large, small] = await test.step('the donor recommends two grants', async () => {
        const pendingRows = async () => {
          await donor.goto('/fund-activity')
          const rows = (await openSection(donor, 'Pending Grants')).locator('tbody').getByRole('row')
          await expect(rows.first()).toBeVisible()
          return rows
        }
        const pendingBefore = await (await pendingRows()).count()
        const about = { amountUnits: overThresholdUnits, naming: 'Fund name only' }
        const purpose = { ...honour, text: 'Ruth Whitcombe' }
        const first = await recommend({ ...about, purpose })
        await expect(donor.getByText(honour.choice.replace('someone', 'Ruth Whitcombe'))).toBeVisible()
        await expect(donor.getByText('Fund name only')).toBeVisible()
        const second = await recommend({ amountUnits: belowThresholdUnits })
        const rows = await pendingRows()
        await expect(rows).toHaveCount(pendingBefore + 2)
        await expect(rows.filter({ hasText: shown(amountMinor).slice(1) })).toContainText('Recommended')
        await expectToAddUp(donor)
        return [first, second]
      })

      await test.step('a super user approves both', async () => {
        const approver = await signInAs('super', client)
        await openReview(approver, large)
        await expect(approver.getByRole('main')).toContainText(shown(amountMinor))
        await approve(approver)
        await openReview(approver, small)
        await approve(approver)
      })

      await test.step('the donor sees it among the charity’s previous grants', async () => {
        await donor.goto('/fund-activity')
        await openSection(donor, 'Pending Grants')
        await expectToAddUp(donor)
        await donor.goto(`/grant-activity/${charityId}?range=this-month`)
        const table = donor.getByRole('table', { name: 'Previous grants to this charity' })
        const row = table
          .getByRole('row')
          .filter({ hasText: honour.choice.replace('someone', 'Ruth Whitcombe') })
        await expect(row).toContainText(/Approved|Scheduled|Paid/)
        expect(await readMoney(row.getByRole('cell').last())).toBe(amountMinor)
      })
    },
  )

  test(
    `a person at ${client} cannot approve a grant that they recommended; another person can (§14)`,
    longUnless(client === 'rathbones'),
    async ({ signInAs }) => {
      const recommender = await signInAs('super', client, { at: '/super-user-dashboard' })
      await expect(recommender.getByRole('table')).toBeVisible()
      const grantId = await ownGrant(recommender)
      await openReview(recommender, grantId)
      await expect(decision(recommender)).toContainText(
        'You recommended this grant, so someone else has to approve and pay it.',
      )
      await expect(recommender.getByRole('form', { name: 'Approve' })).toHaveCount(0)
      const other = await signInAs('super2', client)
      await openReview(other, grantId)
      await expect(other.getByRole('form', { name: 'Approve' })).toBeVisible()
    },
  )
}

/** A grant to approve that this person recommended. The demonstration data has one by its first super user. */
async function ownGrant(page: Page): Promise<string> {
  const queue = await callPortal(page, '/api/grants?queue=to-approve&first=500')
  for (const { grantId } of (queue.body as { data: { grantId: string }[] }).data) {
    const { body } = await callPortal(page, `/api/grants/${grantId}`)
    if ((body as { recommendedByName: string }).recommendedByName === 'Ngozi Ekwueme') return grantId
  }
  throw new Error('no grant that waits was recommended by a super user')
}
