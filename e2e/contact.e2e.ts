import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, originOf, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { readMail } from './people/dev-mail.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson, withdrawAccess } from './people/make-person.ts'
import { landingHeading } from './people/sign-in.ts'

// Each test checks several states of a screen with axe, which is slow.
test.slow()

const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const confirmation = (page: Page) => page.getByText('We have received your message. Your reference number is')

/** The reference number on the screen, as two groups of four digits. */
async function referenceNumber(page: Page): Promise<string> {
  const [, number = ''] =
    /reference number is (\d{4} \d{4})/.exec((await confirmation(page).textContent()) ?? '') ?? []
  expect(number).not.toBe('')
  return number
}

test('a visitor at rathbones sends a message by keyboard alone and receives its number by e-mail (§2.12)', async ({
  visit,
}) => {
  const address = `${randomUUID().slice(0, 13)}@reader.example`
  const page = await visit('rathbones', { at: '/contact?topic=charity' })
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await expect(page).toHaveTitle(/^Contact \| /)
  await expect(page.getByLabel('What is it about?')).toHaveValue('charity')
  await expectNoAxeFindings(page)

  await pressByKeyboard(page, send(page))
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your name' })).toBeFocused()
  await expectNoAxeFindings(page)

  await tabTo(page, page.getByLabel('Your message'))
  await page.keyboard.type('Does the harbour school qualify?')
  await tabTo(page, page.getByLabel('Your name'))
  await page.keyboard.type('Ada Winslow')
  await tabTo(page, page.getByLabel('E-mail address for our reply'))
  await page.keyboard.type(address)
  await expect(page.getByRole('status').filter({ hasText: 'Check complete' })).toBeVisible()
  await pressByKeyboard(page, send(page))
  await expect(confirmation(page)).toBeVisible()
  await expectNoAxeFindings(page)

  const number = await referenceNumber(page)
  const mail = await readMail(page, address, `We have received your message ${number}`)
  expect(mail).toContain(`Your reference number is ${number}.`)
  expect(mail).not.toContain('harbour')
  const support = 'giving@rathbones.example'
  const toSupport = await readMail(page, support, `Message ${number}, A charity`)
  expect(toSupport).toContain('Does the harbour school qualify?')
  expect(toSupport).toContain(`Reply to: ${address}`)
})

test(
  'a message from a signed-in donor names their current fund (§2.12)',
  onlyLong,
  async ({ signInPerson }) => {
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor, { at: '/contact' })
    await expect(page.getByLabel('E-mail address for our reply')).toHaveValue(donor.email)
    await expect(page.getByLabel('Fund account')).toHaveValue(String(donor.fundId))
    await expect(page.getByLabel('Your name')).toHaveCount(0)
    await expectNoAxeFindings(page)
    await page.getByLabel('What is it about?').selectOption('A contribution')
    await page.getByLabel('Your message').fill('Has my cheque arrived?')

    // §4: leaving the page asks before an unsaved message is lost.
    await page
      .getByRole('link', { name: /NPT Giving/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page.getByLabel('Your message')).toHaveValue('Has my cheque arrived?')

    await send(page).click()
    const number = await referenceNumber(page)
    const mail = await readMail(page, donor.email, `We have received your message ${number}`)
    expect(mail).toContain('Dear Ada Winslow,')
    const toSupport = await readMail(page, 'support@npt.example', `Message ${number}, A contribution`)
    expect(toSupport).toContain(`Account ID: ${donor.fundId}`)
  },
)

test('/403 links to the contact page and home, for visitors too (§2.12)', async ({ visit }) => {
  const page = await visit('npt', { at: '/403' })
  await expect(
    page.getByText('Your login profile does not permit access to this page, or the page does not exist.'),
  ).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  await main.getByRole('link', { name: /contact/ }).click()
  await expect(page).toHaveURL(`${originOf('npt')}/contact`)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
})

test('a person whose access was withdrawn can still contact the client, and sees nothing else (§2.12)', async ({
  signInPerson,
}) => {
  const person = await makePerson('npt')
  const page = await signInPerson('npt', person)
  await expect(landingHeading(page)).toBeVisible()
  // Requests of the home screen that arrive after the withdrawal would be refused.
  await page.waitForLoadState('networkidle')
  await withdrawAccess('npt', person)
  await page.goto('/fund-activity')
  await page.getByRole('link', { name: 'contact us' }).click()
  await expect(page.getByLabel('What is it about?')).toHaveValue('sign-in')
  await expect(page.getByLabel('Fund account')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectNoAxeFindings(page)
  await page.getByLabel('Your message').fill('Why can I not log in?')
  await send(page).click()
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
