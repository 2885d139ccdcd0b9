import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import {
  answer,
  pressAndConfirm,
  preview,
  saveDraft,
  savedMessage,
  startQuestion,
  statusMessage,
  unique,
} from './pages/content.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { signInBy } from './people/sign-in.ts'

function stylesMissingInPreview(): string[] {
  const of = (page: Document | null | undefined) =>
    [...(page?.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]') ?? [])].map(({ href }) => href)
  const inside = of(document.querySelector('iframe')?.contentDocument)
  return of(document).filter(href => !inside.includes(href))
}

test('tells the second of two editors who changed the text, and loses nothing', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 /)
  const first = await signInAs('editor', 'rathbones')
  const name = await startQuestion(first, unique('What if two people write?'))
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
  await expect(savedMessage(first)).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Answer', { exact: true })).toHaveValue('Words of the first person.')
})

test(
  'keeps the text when the connection is lost, says so, and saves it when the connection is back',
  onlyLong,
  async ({ signInAs, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const page = await signInAs('editor', 'rathbones')
    await startQuestion(page, unique('What if the network is gone?'))
    await answer(page, 'Before.')
    await page.context().setOffline(true)
    await page.getByLabel('Answer', { exact: true }).fill('Written without a network.')
    await page.getByLabel('Topic').focus()
    await expect(page.getByText('Not saved: we can’t reach the server')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('Not saved: we can’t reach the server')).toBeHidden()
    await expect(savedMessage(page)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Answer', { exact: true })).toHaveValue('Written without a network.')
  },
)

test('loses no text when the session ends during editing, or when the page is reloaded', async ({
  signInAs,
  expectedErrors,
}) => {
  // 409: the reload may overtake the save that is on its way. The page then finds its own text on the server.
  expectedErrors.push(/status of 401 /, /status of 409 .*\/draft\)/)
  const page = await signInAs('editor', 'rathbones', { isOwnSession: true })
  const name = await startQuestion(page, unique('What if the session ends?'))
  await answer(page, 'Before.')
  const field = page.getByLabel('Answer', { exact: true })
  const back = page.getByText('Your latest changes were not saved when this page was closed.', {
    exact: false,
  })
  page.on('dialog', dialog => void dialog.accept())
  await field.fill('Loaded again at once.')
  await page.reload()
  await expect(field).toHaveValue('Loaded again at once.')
  await expect(page.getByText(/^(Not saved yet|Saving\.\.\.)$/)).toBeHidden()
  await expect(savedMessage(page)).toBeVisible()

  await page.context().clearCookies()
  await field.fill('The session is over.')
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await page.goto('/api/sign-in/start')
  await signInBy(page, 'editor@rathbones.example')
  // The login leads back to the text.
  await expect(page).toHaveURL(new RegExp(`/content/question/${name}$`))
  await expect(field).toHaveValue('The session is over.')
  await expect(back).toBeVisible()
  await expect(page.getByText(/^(Not saved yet|Saving\.\.\.)$/)).toBeHidden()
  await page.reload()
  await expect(field).toHaveValue('The session is over.')
  await expect(back).toBeHidden()
})

test(
  'a script in Markdown does not run: the editor is warned, and readers see plain text',
  onlyLong,
  async ({ signInAs, visit }) => {
    const question = unique('Can a text carry a script?')
    const editor = await signInAs('editor', 'rathbones')
    const name = await startQuestion(editor, question)
    await answer(
      editor,
      '<script>window.broken = 1</script> <img src=x onerror="window.broken = 2"> [press](javascript:window.broken=3)\n\n**No.**',
    )
    await expect(editor.getByRole('list', { name: 'About Answer' })).toBeVisible()
    await expect(preview(editor).getByText('No.', { exact: true }).first()).toBeVisible()
    await pressAndConfirm(editor, 'Publish', 'Yes, publish it')
    await expect(statusMessage(editor, 'Published. Readers will see this within seconds.')).toBeFocused()
    const visitor = await visit('rathbones', { at: `/faq#${name}` })
    await expect(visitor.getByText('No.', { exact: true }).first()).toBeVisible()
    for (const page of [editor, visitor]) {
      expect(await page.evaluate('window.broken')).toBeUndefined()
      for (const frame of page.frames()) expect(await frame.evaluate('window.broken')).toBeUndefined()
    }
    await expect(visitor.getByRole('main').getByRole('link', { name: 'press' })).toHaveCount(0)
    await expect(visitor.getByRole('main').locator('img')).toHaveCount(0)
  },
)

test(
  'requires a description when a picture is uploaded, and inserts the picture into the text',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('editor', 'rathbones')
    await startQuestion(page, unique('Can a text show a picture?'))
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
    await expect(dialog.getByText('Describe the picture')).toBeVisible()
    await dialog.getByLabel('What does the picture show?').fill('A single dot')
    await expectNoAxeFindings(page)
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('Answer', { exact: true })).toHaveValue(
      /!\[A single dot\]\(\/files\/[0-9a-f-]{36}\/dot\.png\)/,
    )
    await expect(preview(page).getByAltText('A single dot')).toBeVisible()
  },
)

test('an editor finds a text, makes words bold and publishes it by keyboard alone', async ({ signInAs }) => {
  test.setTimeout(150_000)
  const page = await signInAs('editor', 'rathbones', { at: '/content' })
  await tabTo(page, page.getByLabel('Search titles and texts'))
  await page.keyboard.type('resources above')
  const link = page.getByRole('link', { name: 'Forms/Resources: above the list' })
  // Until the search has finished, the row may be replaced while it has the focus.
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
  const text = unique('documents')
  await page.keyboard.type(text)
  await expect(field).toHaveValue(`Forms and **${text}**`)
  await expect(preview(page).locator('strong').filter({ hasText: text })).toBeVisible()
  // The screen loaded its styles after the frame was created, so the frame has to receive them too.
  await expect.poll(() => page.evaluate(stylesMissingInPreview)).toEqual([])
  await expect(savedMessage(page)).toBeVisible()
  await pressByKeyboard(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByRole('button', { name: 'No, keep the draft' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(statusMessage(page, 'Published. Readers will see this within seconds.')).toBeFocused()
})
