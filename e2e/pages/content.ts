import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** Makes a text unique, because names of content items must be. */
export const unique = (question: string) => `${question} ${Date.now().toString(36)}`

/** The status message after a draft is saved. */
export const savedMessage = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: /^Saved at / })

/** The status message after a command; it has the focus. */
export const statusMessage = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text })

/** The preview beside the form. */
export const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview of the page"]')

/** Creates a question and opens its editor. Returns the name that its URLs contain. */
export async function startQuestion(page: Page, question: string): Promise<string> {
  await page.goto('/content/new?kind=question')
  await page.getByLabel('Title').or(page.getByLabel('Title or question')).fill(question)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Fills in the fields that a question needs for publishing, and waits until the draft is saved. */
export async function answer(page: Page, text: string): Promise<void> {
  await page.getByLabel('Topic').fill('Grants')
  await page.getByLabel('Answer', { exact: true }).fill(text)
  await saveDraft(page)
}

/** Leaves the field, which saves the draft, and waits until the server has stored it. */
export async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2, name: 'Publishing' }).click()
  await page.locator('textarea').first().blur()
  // A pause in typing saves too, so the draft may already be saved.
  await expect(page.getByText(/^(Not saved yet|Saving\.\.\.)$/)).toBeHidden()
  await expect(savedMessage(page)).toBeVisible()
}

/** Clicks a button and confirms its dialog. */
export async function pressAndConfirm(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

/** A time an hour from now, as date and time fields in the client's time zone expect it. */
export function inAnHour(timeZone: string): {
  month: string
  day: string
  year: string
  time: string
} {
  const atMs = Date.now() + 3_600_000
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const { month = '', day = '', year = '', hour = '', minute = '' } = parts
  return { month, day, year, time: `${hour}:${minute}` }
}
