import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** A question of its own for each try of a test: names are taken once. */
export const once = (question: string) => `${question} ${Date.now().toString(36)}`

/** What is said once the words are kept. */
export const saved = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Saved at / })

/** What is said after a command; it has the focus. */
export const told = (page: Page, words: string): Locator =>
  page.getByRole('status').filter({ hasText: words })

/** The page as readers would see it, beside the form. */
export const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview of the page"]')

/** Begins a question and comes to its editor. Gives the name by which its addresses know it. */
export async function startQuestion(page: Page, question: string): Promise<string> {
  await page.goto('/content/new?kind=question')
  await page.getByLabel('Title').or(page.getByLabel('Title or question')).fill(question)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Fills in what a question needs to be published, and waits until it is kept. */
export async function answer(page: Page, text: string): Promise<void> {
  await page.getByLabel('Topic').fill('Grants')
  await page.getByLabel('Answer', { exact: true }).fill(text)
  await saveDraft(page)
}

/** Leaves the field, which saves, and waits until the server has the words. */
export async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2, name: 'Publishing' }).click()
  await page.locator('textarea').first().blur()
  // A pause in writing saves too, so it may have been kept before the field was left.
  await expect(page.getByText(/^(Not saved yet|Saving…)$/)).toBeHidden()
  await expect(saved(page)).toBeVisible()
}

/** Presses a button and confirms what it asks. */
export async function pressAndConfirm(page: Page, button: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

/** The words of the next full minute that is far enough away, in a client's zone, as the fields take them. */
export function nextMinute(timeZone: string): {
  month: string
  day: string
  year: string
  time: string
  atMs: number
} {
  const atMs = Math.ceil((Date.now() + 8_000) / 60_000) * 60_000
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
  return { month, day, year, time: `${hour}:${minute}`, atMs }
}
