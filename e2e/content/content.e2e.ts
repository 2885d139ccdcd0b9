import type { Page } from '@playwright/test'
import { clientNames, expect, expectNoAxeFindings, test } from '../fixtures.ts'
import {
  answer,
  beginQuestion,
  nextMinute,
  pressAndConfirm,
  preview,
  saveDraft,
  saved,
  told,
} from '../pages/content.ts'
import { pressByKeyboard, tabTo } from '../pages/keyboard.ts'

/** A question of its own for each try of a test: names are taken once. */
const once = (question: string) => `${question} ${Date.now().toString(36)}`

function stylesMissingInPreview(): string[] {
  const of = (page: Document | null | undefined) =>
    [...(page?.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]') ?? [])].map(({ href }) => href)
  const inside = of(document.querySelector('iframe')?.contentDocument)
  return of(document).filter(href => !inside.includes(href))
}

/** A visitor's questions hold it, asked for anew until they do. */
async function expectAtVisitor(page: Page, question: string): Promise<void> {
  await expect(async () => {
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: question })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

test('open-points 7 at npt an editor drafts, a super user approves, and a visitor sees it within seconds, there alone', async ({
  signInAs,
  visit,
}) => {
  test.setTimeout(150_000)
  const question = once('May two people publish this?')
  const editor = await signInAs('editor', 'npt')
  const name = await beginQuestion(editor, question)
  await answer(editor, 'Yes, **two** of them.')
  await expect(preview(editor).getByText('Yes, two of them.')).toBeVisible()
  await pressAndConfirm(editor, 'Send for approval', 'Yes, send it')
  await expect(told(editor, 'It was sent for approval.')).toBeFocused()
  await expect(editor.getByText('You wrote or submitted this text.', { exact: false })).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(editor.getByLabel('Answer', { exact: true })).toBeDisabled()

  const visitor = await visit('npt', { at: '/faq' })
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: question })).toHaveCount(0)

  const second = await signInAs('super', 'npt', { at: '/content' })
  await expect(second.getByText(/wait(s)? for you/)).toBeVisible()
  await second.getByRole('link', { name: 'See what awaits approval' }).click()
  await expect(second).toHaveURL(/state=awaiting/)
  await second.getByRole('link', { name: question }).click()
  await expect(preview(second).getByText('Yes, two of them.')).toBeVisible()
  await second.getByRole('button', { name: 'Decline' }).click()
  await second.getByRole('button', { name: 'Decline it' }).click()
  await expect(second.getByRole('link', { name: 'Say why, so that the author can mend it' })).toBeVisible()
  await second.getByLabel('Why is it declined?').fill('Say which two.')
  await second.getByRole('button', { name: 'Decline it' }).click()
  await expect(told(second, 'Declined. Its author finds your reason')).toBeVisible()

  await editor.goto(`/content/question/${name}`)
  await expect(editor.getByText('Say which two.')).toBeVisible()
  await editor.getByLabel('Answer', { exact: true }).fill('Yes: an editor and a super user.')
  await saveDraft(editor)
  await pressAndConfirm(editor, 'Send for approval', 'Yes, send it')
  await expect(told(editor, 'It was sent for approval.')).toBeVisible()

  await second.goto(`/content/question/${name}`)
  await expect(second.getByText('Nothing is shown now, so all of it is new to readers.')).toBeVisible()
  await second.getByRole('link', { name: 'Versions' }).click()
  await second.getByRole('link', { name: 'What it changed: version 2' }).click()
  await expect(second.locator('ins').filter({ hasText: 'an editor and a super user' })).toBeVisible()
  await second.goto(`/content/question/${name}`)
  await pressAndConfirm(second, 'Approve', 'Yes, approve it')
  await expect(told(second, 'Published. Readers see it within seconds.')).toBeVisible()
  await expectAtVisitor(visitor, question)
  const elsewhere = await visit('rathbones', { at: '/faq' })
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: question })).toHaveCount(0)
})

test('open-points 7 script in Markdown does nothing: the editor is told, and readers see plain words', async ({
  signInAs,
  visit,
}) => {
  const question = once('Can a text carry a script?')
  const editor = await signInAs('editor', 'rathbones')
  const name = await beginQuestion(editor, question)
  await answer(
    editor,
    '<script>window.broken = 1</script> <img src=x onerror="window.broken = 2"> [press](javascript:window.broken=3)\n\n**No.**',
  )
  await expect(editor.getByRole('list', { name: 'About Answer' })).toBeVisible()
  await expect(preview(editor).getByText('No.', { exact: true }).first()).toBeVisible()
  await pressAndConfirm(editor, 'Publish', 'Yes, publish it')
  await expect(told(editor, 'Published. Readers see it within seconds.')).toBeFocused()
  const visitor = await visit('rathbones', { at: `/faq#${name}` })
  await expect(visitor.getByText('No.', { exact: true }).first()).toBeVisible()
  for (const page of [editor, visitor]) {
    expect(await page.evaluate('window.broken')).toBeUndefined()
    for (const frame of page.frames()) expect(await frame.evaluate('window.broken')).toBeUndefined()
  }
  await expect(visitor.getByRole('main').getByRole('link', { name: 'press' })).toHaveCount(0)
  await expect(visitor.getByRole('main').locator('img')).toHaveCount(0)
})

test('open-points 7 of two windows the later one is told who changed it, and nothing is lost', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 /)
  const first = await signInAs('editor', 'rathbones')
  const name = await beginQuestion(first, once('What if two people write?'))
  await answer(first, 'The first words.')
  const second = await signInAs('super', 'rathbones', { at: `/content/question/${name}` })
  await expect(second.getByLabel('Answer', { exact: true })).toHaveValue('The first words.')
  await second.getByLabel('Answer', { exact: true }).fill('Words of the second person.')
  await saveDraft(second)

  await first.getByLabel('Answer', { exact: true }).fill('Words of the first person.')
  await first.getByLabel('Topic').focus()
  const conflict = first.getByRole('region', { name: 'This was changed in the meantime' })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByText('Words of the first person.')).toBeVisible()
  await expect(conflict.getByText('Words of the second person.')).toBeVisible()
  await expectNoAxeFindings(first)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(conflict).toBeHidden()
  await expect(saved(first)).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Answer', { exact: true })).toHaveValue('Words of the first person.')
})

test('open-points 7 a lost connection keeps the words, says so, and saves them when it is back', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  const page = await signInAs('editor', 'rathbones')
  await beginQuestion(page, once('What if the network is gone?'))
  await answer(page, 'Before.')
  await page.context().setOffline(true)
  await page.getByLabel('Answer', { exact: true }).fill('Written without a network.')
  await page.getByLabel('Topic').focus()
  await expect(page.getByText('Not saved: the portal cannot be reached')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Not saved: the portal cannot be reached')).toBeHidden()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Answer', { exact: true })).toHaveValue('Written without a network.')
})

test('open-points 7 a scheduled text appears at its time', async ({ signInAs, visit }) => {
  test.setTimeout(200_000)
  const question = once('When does this appear?')
  const editor = await signInAs('editor', 'rathbones')
  await beginQuestion(editor, question)
  await answer(editor, 'At its time.')
  await editor.getByRole('radio', { name: 'At a date and time' }).check()
  const { day, month, year, time, atMs } = nextMinute('Europe/London')
  await editor.getByRole('spinbutton', { name: /^day/ }).pressSequentially(day)
  await editor.getByRole('spinbutton', { name: /^month/ }).pressSequentially(month)
  await editor.getByRole('spinbutton', { name: /^year/ }).pressSequentially(year)
  await editor.getByLabel('Time', { exact: true }).fill(time)
  await expect(editor.getByText('(Europe/London)', { exact: false })).toBeVisible()
  await pressAndConfirm(editor, 'Schedule', 'Yes, publish it')
  await expect(told(editor, 'It is scheduled for')).toBeVisible()
  const visitor = await visit('rathbones', { at: '/faq' })
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  if (Date.now() < atMs - 3_000) await expect(visitor.getByRole('button', { name: question })).toHaveCount(0)
  await expect(() => expect(Date.now()).toBeGreaterThan(atMs)).toPass({ timeout: 90_000 })
  await expectAtVisitor(visitor, question)
})

test('open-points 7 a draft is seen in its place by its editors alone, with a way back', async ({
  signInAs,
  visit,
}) => {
  const question = once('Who sees a draft?')
  const editor = await signInAs('editor', 'rathbones')
  const name = await beginQuestion(editor, question)
  await answer(editor, 'Its editors.')
  await editor.getByRole('link', { name: 'See it in place' }).click()
  await expect(editor).toHaveURL(/\/faq\?draft=question\./)
  const bar = editor.getByRole('region', { name: 'Draft' })
  await expect(bar).toContainText('which only editors see')
  await expect(editor.getByText('Its editors.')).toBeVisible()
  await expectNoAxeFindings(editor)
  const visitor = await visit('rathbones', { at: `/faq?draft=question.${name}` })
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: question })).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: 'Draft' })).toHaveCount(0)
  await bar.getByRole('link', { name: 'Back to the editor' }).click()
  await expect(editor.getByLabel('Answer', { exact: true })).toHaveValue('Its editors.')
})

test('open-points 7 hiding, returning to the common text and restoring ask first and do what they say', async ({
  signInAs,
  visit,
}) => {
  test.setTimeout(150_000)
  const editor = await signInAs('editor', 'rathbones', { at: '/content/block/contact-intro' })
  const field = editor.getByLabel('Text', { exact: true })
  const common = await field.inputValue()
  await field.fill('Our own words.')
  await saveDraft(editor)
  await pressAndConfirm(editor, 'Publish', 'Yes, publish it')
  const visitor = await visit('rathbones', { at: '/contact' })
  await expect(visitor.getByText('Our own words.')).toBeVisible()
  await pressAndConfirm(editor, 'Return to the common text', 'Yes, return to it')
  await expect(told(editor, 'Returned to the common text.')).toBeVisible()
  await expect(field).toHaveValue(common)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByText('Our own words.')).toHaveCount(0)
  await editor.getByRole('link', { name: 'Versions' }).click()
  await expect(editor.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible()
  await expectNoAxeFindings(editor)
  await pressAndConfirm(editor, 'Restore version 1', 'Yes, take them')
  await expect(field).toHaveValue('Our own words.')
  await pressAndConfirm(editor, 'Throw the draft away', 'Yes, throw it away')
  await expect(field).toHaveValue(common)
})

test('open-points 7 by keyboard alone an editor finds a text, makes words bold and publishes', async ({
  signInAs,
}) => {
  test.setTimeout(150_000)
  const page = await signInAs('editor', 'rathbones', { at: '/content' })
  await tabTo(page, page.getByLabel('Search titles and texts'))
  await page.keyboard.type('resources above')
  const link = page.getByRole('link', { name: 'Forms/Resources: above the list' })
  // Until then the row may be drawn anew under the focus.
  await expect(page.getByText(/^1 text\b/).first()).toBeVisible()
  await pressByKeyboard(page, link)
  await expect(page.getByRole('heading', { level: 1, name: 'Forms/Resources: above the list' })).toBeFocused()
  const field = page.getByLabel('Text', { exact: true })
  await tabTo(page, page.getByRole('button', { name: 'Bold' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Forms and ')
  await page.keyboard.press('ControlOrMeta+b')
  const words = once('documents')
  await page.keyboard.type(words)
  await expect(field).toHaveValue(`Forms and **${words}**`)
  await expect(preview(page).locator('strong').filter({ hasText: words })).toBeVisible()
  // The screen came after the frame was made, and brought its styles.
  await expect.poll(() => page.evaluate(stylesMissingInPreview)).toEqual([])
  await expect(saved(page)).toBeVisible()
  await pressByKeyboard(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByRole('button', { name: 'No, keep the draft' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(told(page, 'Published. Readers see it within seconds.')).toBeFocused()
})

test('open-points 7 a picture is uploaded with what it shows, and stands in the text', async ({
  signInAs,
}) => {
  const page = await signInAs('editor', 'rathbones')
  await beginQuestion(page, once('Can a text show a picture?'))
  await page.getByRole('button', { name: 'Picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Say what the picture shows')).toBeVisible()
  await dialog.getByLabel('What does the picture show?').fill('A single dot')
  await expectNoAxeFindings(page)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Answer', { exact: true })).toHaveValue(
    /!\[A single dot\]\(\/files\/[0-9a-f-]{36}\/dot\.png\)/,
  )
  await expect(preview(page).getByAltText('A single dot')).toBeVisible()
})

for (const client of clientNames) {
  test(`§2.1 at ${client} the editors' screens have no finding of axe, at 1440 and at 320 px, and do not scroll sideways`, async ({
    signInAs,
  }) => {
    test.setTimeout(200_000)
    const page = await signInAs('editor', client)
    for (const at of [
      '/content',
      '/content?state=hidden',
      '/content/new',
      '/content/files',
      '/content/block/home-visitor',
      '/content/block/statement-guide',
      '/content/block/terms/versions?from=common&to=published',
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(at)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      await expectNoAxeFindings(page)
      await page.setViewportSize({ width: 320, height: 800 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectNoAxeFindings(page)
      expect(await page.evaluate('document.documentElement.scrollWidth'), at).toBeLessThanOrEqual(320)
    }
  })
}

test('§2.1 whoever is no editor is denied the editors’ screens', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/content/files' })
  await expect(page.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible()
})
