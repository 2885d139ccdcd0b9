import { afterEach, expect, test } from 'vitest'
import {
  ann,
  bob,
  endServer,
  fakeServer,
  itemWith,
  key,
  question,
  refusal,
  showEditors,
} from '../../../testing/screens/content-editor.tsx'
import type { ContentVersion } from '../editing.contract.ts'

afterEach(endServer)

const at = '/content/question/what-is-a-daf/versions'
const sentAt = (person: typeof ann) => ({ person, at: '2026-11-20T15:03:00.000Z' })
const version = (number: number, about: Partial<ContentVersion> = {}): ContentVersion => ({
  number,
  change: 'text',
  state: 'past',
  submitted: sentAt(ann),
  publishAt: null,
  decided: sentAt(bob),
  reason: null,
  liveAt: '2026-11-20T15:03:00.000Z',
  ...about,
})
const listOf = (data: ContentVersion[]) => ({ data, meta: { total: data.length, next: null } })
const versions = listOf([
  version(4, { state: 'awaiting', decided: null, liveAt: null }),
  version(3, { change: 'hide', state: 'past' }),
  version(2, { state: 'published' }),
  version(1, { state: 'declined', reason: 'Say which two.', liveAt: null }),
])

test('lists each version with its outcome and compares two word by word, by more than color', async () => {
  fakeServer({
    [`GET ${key}`]: () => itemWith('The draft.'),
    [`GET ${key}/versions`]: () => versions,
    [`GET ${key}/differences`]: ({ search }) => ({
      fields: [
        { field: 'topic', isChanged: false, pieces: [{ kind: 'same', text: 'Grants' }] },
        {
          field: 'answer',
          isChanged: true,
          pieces: [
            { kind: 'same', text: `From ${search.from} to ${search.to}: ` },
            { kind: 'removed', text: 'one' },
            { kind: 'added', text: 'two' },
          ],
        },
      ],
    }),
  })
  const { screen, address } = await showEditors(at)
  const row = (number: number) => screen.getByRole('row').nth(5 - number)
  await expect.element(row(4)).toMatchTextContent('Awaiting approval')
  await expect.element(row(3)).toMatchTextContent('Hidden')
  await expect.element(row(2)).toMatchTextContent('Published now')
  for (const text of ['Declined by Bob Editor, Nov 20, 2026', '“Say which two.”', 'by you'])
    await expect.element(row(1)).toMatchTextContent(text)
  // A version that hides the item has no text to compare or restore.
  await expect.element(row(3).getByRole('button')).not.toBeInTheDocument()

  await screen.getByRole('link', { name: 'See changes: version 4' }).click()
  await expect.poll(address).toBe(`${at}?from=2&to=4`)
  await expect.element(screen.getByRole('heading', { name: 'From version 2 to version 4' })).toHaveFocus()
  await expect.element(screen.getByText('From 2 to 4:')).toBeVisible()
  await expect.element(screen.getByText('Unchanged: Topic.')).toBeVisible()
  const marks = [...document.querySelectorAll('section ins, section del')].map(mark => mark.textContent)
  expect(marks.slice(2)).toEqual([' removed: one end. ', ' added: two end. '])
  await screen.getByRole('link', { name: 'Compare with the draft: version 2' }).click()
  await expect.element(screen.getByRole('heading', { name: 'From version 2 to the draft' })).toHaveFocus()
})

test('restoring warns about the lost draft, sends the revision and opens the draft', async () => {
  const { sent } = fakeServer({
    [`GET ${key}`]: () => itemWith('The draft.', { revision: 8 }),
    [`GET ${key}/versions`]: () => versions,
    [`POST ${key}/versions/2/restore`]: () => itemWith('Words of version 2.', { revision: 9 }),
  })
  const { screen, address } = await showEditors(at)
  await screen.getByRole('button', { name: 'Restore version 2' }).click()
  const dialog = screen.getByRole('alertdialog')
  await expect
    .element(
      dialog.getByText('It replaces the current draft, which will be lost.', {
        exact: false,
      }),
    )
    .toBeVisible()
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  expect(sent()).toEqual([])
  await screen.getByRole('button', { name: 'Restore version 2' }).click()
  await screen.getByRole('button', { name: 'Yes, restore it' }).click()
  await expect.poll(address).toBe('/content/question/what-is-a-daf')
  expect(sent().map(({ attributes }) => attributes)).toEqual([{ revision: 8 }])
})

test('restoring over someone else’s save is rejected with their name and loses nothing', async () => {
  const detail = 'The draft was saved by Bob Editor on Nov 20, 2026, 10:47 AM EST.'
  fakeServer({
    [`GET ${key}`]: () => itemWith('The draft.'),
    [`GET ${key}/versions`]: () => versions,
    [`POST ${key}/versions/2/restore`]: () => refusal('conflict', 409, { detail }),
  })
  const { screen, address } = await showEditors(at)
  await screen.getByRole('button', { name: 'Restore version 2' }).click()
  await screen.getByRole('button', { name: 'Yes, restore it' }).click()
  await expect.element(screen.getByText(detail)).toBeVisible()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(address()).toBe(at)
})

test('offers no restore while a version awaits approval, and a link back if there is no version', async () => {
  const item = itemWith('', { draft: null, start: question('To be approved.') }, bob)
  const answers = { now: versions }
  fakeServer({
    [`GET ${key}`]: () => ({ ...item, may: { ...item.may, edit: false } }),
    [`GET ${key}/versions`]: () => answers.now,
  })
  const { screen, unmount } = await showEditors(at)
  await expect.element(screen.getByRole('link', { name: 'See changes: version 4' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Restore/ })).not.toBeInTheDocument()
  await unmount()
  endServer()
  fakeServer({ [`GET ${key}`]: () => item, [`GET ${key}/versions`]: () => listOf([]) })
  const empty = (await showEditors(at)).screen
  await expect.element(empty.getByText('No versions yet.', { exact: false })).toBeVisible()
  await expect
    .element(empty.getByRole('link', { name: 'Back to the text' }))
    .toHaveAttribute('href', '/content/question/what-is-a-daf')
})
