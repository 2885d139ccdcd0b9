import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import {
  answer,
  inAnHour,
  pressAndConfirm,
  preview,
  saveDraft,
  startQuestion,
  statusMessage,
  unique,
} from './pages/content.ts'

/** Reloads the visitor's FAQ until it shows the question. */
async function expectAtVisitor(page: Page, question: string): Promise<void> {
  await expect(async () => {
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: question })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

test('an editor drafts at npt, a super user approves, and visitors see it within seconds at that client only', async ({
  signInAs,
  visit,
}) => {
  test.setTimeout(150_000)
  const question = unique('May two people publish this?')
  const editor = await signInAs('editor', 'npt')
  const name = await startQuestion(editor, question)
  await answer(editor, 'Yes, **two** of them.')
  await expect(preview(editor).getByText('Yes, two of them.')).toBeVisible()
  await pressAndConfirm(editor, 'Send for approval', 'Yes, send it')
  await expect(statusMessage(editor, 'Sent for approval.')).toBeFocused()
  await expect(editor.getByText('You wrote or submitted this text.', { exact: false })).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(editor.getByLabel('Answer', { exact: true })).toBeDisabled()

  const visitor = await visit('npt', { at: '/faq' })
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: question })).toHaveCount(0)

  const second = await signInAs('super', 'npt', { at: '/content' })
  await expect(second.getByText(/needs? your approval/)).toBeVisible()
  await second.getByRole('link', { name: 'See texts awaiting approval' }).click()
  await expect(second).toHaveURL(/state=awaiting/)
  await second.getByRole('link', { name: question }).click()
  await expect(preview(second).getByText('Yes, two of them.')).toBeVisible()
  await second.getByRole('button', { name: 'Decline' }).click()
  await second.getByRole('button', { name: 'Decline it' }).click()
  await expect(second.getByRole('link', { name: 'Enter a reason so the author can fix it' })).toBeVisible()
  await second.getByLabel('Reason for declining').fill('Say which two.')
  await second.getByRole('button', { name: 'Decline it' }).click()
  await expect(statusMessage(second, 'Declined. The author will see your reason')).toBeVisible()

  await editor.goto(`/content/question/${name}`)
  await expect(editor.getByText('Say which two.')).toBeVisible()
  await editor.getByLabel('Answer', { exact: true }).fill('Yes: an editor and a super user.')
  await saveDraft(editor)
  await pressAndConfirm(editor, 'Send for approval', 'Yes, send it')
  await expect(statusMessage(editor, 'Sent for approval.')).toBeVisible()

  await second.goto(`/content/question/${name}`)
  await expect(second.getByText('This is new: nothing is published yet.')).toBeVisible()
  await second.getByRole('link', { name: 'Versions' }).click()
  await second.getByRole('link', { name: 'See changes: version 2' }).click()
  await expect(second.locator('ins').filter({ hasText: 'an editor and a super user' })).toBeVisible()
  await second.goto(`/content/question/${name}`)
  await pressAndConfirm(second, 'Approve', 'Yes, approve it')
  await expect(statusMessage(second, 'Published. Readers will see this within seconds.')).toBeVisible()
  await expectAtVisitor(visitor, question)
  const elsewhere = await visit('rathbones', { at: '/faq' })
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: question })).toHaveCount(0)
})

test('schedules a text, which visitors do not see before its time', onlyLong, async ({ signInAs, visit }) => {
  const question = unique('When does this appear?')
  const editor = await signInAs('editor', 'rathbones')
  await startQuestion(editor, question)
  await answer(editor, 'At its time.')
  await editor.getByRole('radio', { name: 'At a date and time' }).check()
  const { day, month, year, time } = inAnHour('Europe/London')
  await editor.getByRole('textbox', { name: 'Date' }).fill(`${day}/${month}/${year}`)
  await editor.getByLabel('Time', { exact: true }).fill(time)
  await expect(editor.getByText('(Europe/London)', { exact: false })).toBeVisible()
  await pressAndConfirm(editor, 'Schedule', 'Yes, publish it')
  await expect(statusMessage(editor, 'It is scheduled for')).toBeVisible()
  const visitor = await visit('rathbones', { at: '/faq' })
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: question })).toHaveCount(0)
})

test(
  'publishing, returning to the common text and restoring a version each ask for confirmation first',
  onlyLong,
  async ({ signInAs, visit }) => {
    test.setTimeout(150_000)
    const editor = await signInAs('editor', 'rathbones', { at: '/content/block/contact-intro' })
    const field = editor.getByLabel('Text', { exact: true })
    const common = await field.inputValue()
    await field.fill('Our own words.')
    await saveDraft(editor)
    await pressAndConfirm(editor, 'Publish', 'Yes, publish it')
    const visitor = await visit('rathbones', { at: '/contact' })
    await expect(visitor.getByText('Our own words.')).toBeVisible()
    await pressAndConfirm(editor, 'Return to the default text', 'Yes, return to it')
    await expect(statusMessage(editor, 'Returned to the default text.')).toBeVisible()
    await expect(field).toHaveValue(common)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByText('Our own words.')).toHaveCount(0)
    await editor.getByRole('link', { name: 'Versions' }).click()
    await expect(editor.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible()
    await expectNoAxeFindings(editor)
    await pressAndConfirm(editor, 'Restore version 1', 'Yes, restore it')
    await expect(field).toHaveValue('Our own words.')
    await pressAndConfirm(editor, 'Discard draft', 'Yes, discard it')
    await expect(field).toHaveValue(common)
  },
)

test('shows a draft in its place to editors only, with a link back to the editor', async ({
  signInAs,
  visit,
}) => {
  const question = unique('Who sees a draft?')
  const editor = await signInAs('editor', 'rathbones')
  const name = await startQuestion(editor, question)
  await answer(editor, 'Its editors.')
  await editor.getByRole('link', { name: 'See it in place' }).click()
  await expect(editor).toHaveURL(/\/faq\?draft=question\./)
  const bar = editor.getByRole('region', { name: 'Draft' })
  await expect(bar).toContainText('Only editors can see it')
  await expect(editor.getByText('Its editors.')).toBeVisible()
  await expectNoAxeFindings(editor)
  const visitor = await visit('rathbones', { at: `/faq?draft=question.${name}` })
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: question })).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: 'Draft' })).toHaveCount(0)
  await bar.getByRole('link', { name: 'Back to the editor' }).click()
  await expect(editor.getByLabel('Answer', { exact: true })).toHaveValue('Its editors.')
})
