import { afterEach, describe, expect, test } from 'vitest'
import {
  bob,
  endServer,
  fakeServer,
  itemWith,
  key,
  question,
  refusal,
  showEditors,
} from '../../../testing/screens/content-editor.tsx'
import { query, queryClient } from '../../../web/api/query.ts'
import { sessionStore } from '../../../web/session/session-store.ts'
import { type ContentItem, getContentItem } from '../editing.contract.ts'

afterEach(endServer)

const at = '/content/question/what-is-a-daf'
/** Saving waits until typing pauses. */
const seconds = { timeout: 8_000 }
const draftOf = `POST ${key}/draft`

/** A fake server with one draft that rejects saves over an unread revision, as the real one does. */
function fakeDraft(start: ContentItem, more: Parameters<typeof fakeServer>[0] = {}) {
  const stored = { now: start }
  const server = fakeServer({
    [`GET ${key}`]: () => stored.now,
    [draftOf]: ({ attributes }) => {
      if (attributes.revision !== stored.now.revision) return refusal('conflict', 409)
      const { answer } = attributes.fields as ReturnType<typeof question>
      stored.now = itemWith(answer, { revision: stored.now.revision + 1 })
      return stored.now
    },
    ...more,
  })
  const bodies = () => server.sent().map(({ attributes }) => (attributes.fields as { answer: string }).answer)
  return { ...server, stored, bodies }
}
const field = (screen: Awaited<ReturnType<typeof showEditors>>['screen']) =>
  screen.getByLabelText('Answer', { exact: true })

describe('conflicting changes', () => {
  test('shows both texts with who and when, and saves nothing until one is chosen', async () => {
    const { stored, bodies } = fakeDraft(itemWith('The first words.'))
    const { screen } = await showEditors(at)
    await expect.element(field(screen)).toHaveValue('The first words.')
    stored.now = itemWith('Bob’s words.', { revision: 7 }, bob)
    await field(screen).fill('My words.')
    const panel = screen.getByRole('region', { name: 'This was changed in the meantime' })
    await expect.element(panel).toHaveFocus()
    await expect.element(panel).toMatchTextContent(/Bob Editor changed it on Nov 20, 2026, 10:03 AM EST\./)
    await expect.element(panel.getByText('My words.')).toBeVisible()
    await expect.element(panel.getByText('Bob’s words.')).toBeVisible()
    await expect.element(field(screen)).toHaveValue('My words.')
    expect([stored.now.draft?.fields, bodies()]).toEqual([question('Bob’s words.'), ['My words.']])
    await panel.getByRole('button', { name: 'Keep mine' }).click()
    // The panel that had the focus is gone, so the message gets it.
    const message = screen.getByRole('status').filter({ hasText: 'Your version is now the draft.' })
    await expect.element(message).toHaveFocus()
    await expect.element(panel).not.toBeInTheDocument()
    expect(stored.now.draft?.fields).toEqual(question('My words.'))
  })

  test('editing continues from the other version if it was chosen', async () => {
    const { stored } = fakeDraft(itemWith('The first words.'))
    const { screen } = await showEditors(at)
    await expect.element(field(screen)).toHaveValue('The first words.')
    stored.now = itemWith('Bob’s words.', { revision: 7 }, bob)
    await field(screen).fill('My words.')
    await screen.getByRole('button', { name: 'Use the other version' }).click()
    await expect
      .element(screen.getByRole('status').filter({ hasText: 'The other version is now the draft.' }))
      .toHaveFocus()
    await expect.element(field(screen)).toHaveValue('Bob’s words.')
    await field(screen).fill('Bob’s words and mine.')
    await expect.poll(() => stored.now.draft?.fields, seconds).toEqual(question('Bob’s words and mine.'))
  })

  test('own text can be copied but not saved if the item was submitted in the meantime', async () => {
    const { stored } = fakeDraft(itemWith('The first words.'))
    const { screen } = await showEditors(at)
    await expect.element(field(screen)).toHaveValue('The first words.')
    const { may } = stored.now
    stored.now = itemWith('Bob’s words.', { revision: 7, may: { ...may, edit: false } }, bob)
    await field(screen).fill('My words.')
    await expect.element(screen.getByText('It is awaiting approval now', { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy: Yours' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument()
  })

  test('a late response does not restore older text', async () => {
    fakeDraft(itemWith('The first words.', { revision: 5 }))
    const { screen } = await showEditors(at)
    await field(screen).fill('New words.')
    const { queryKey } = query(getContentItem, { params: { kind: 'question', name: 'what-is-a-daf' } })
    // The response to the save has arrived too.
    await expect.poll(() => queryClient.getQueryData(queryKey)?.revision, seconds).toBe(6)
    queryClient.setQueryData(queryKey, itemWith('The first words.', { revision: 5, title: 'As it was' }))
    await expect.element(screen.getByRole('heading', { name: 'As it was' })).toBeVisible()
    await expect.element(field(screen)).toHaveValue('New words.')
  })
})

test('a text that fails to load shows a heading and an error, and retries', async () => {
  let isDown = true
  fakeServer({ [`GET ${key}`]: () => (isDown ? refusal('validation', 400) : itemWith('The words.')) })
  const { screen } = await showEditors(at)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Edit an item' })).toBeVisible()
  await expect.element(screen.getByText(/^The text could not be loaded\./)).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(field(screen)).toHaveValue('The words.')
})

describe('unsaved changes', () => {
  test('are restored and saved after the session ended', async () => {
    const { stored } = fakeDraft(itemWith('Before.'))
    const { screen, unmount } = await showEditors(at)
    await field(screen).fill('In the middle of')
    sessionStore.set({ state: 'signed-out' })
    await unmount()
    expect(Object.keys(localStorage)).toEqual(['almoner-draft:ann:question/what-is-a-daf'])
    const again = fakeDraft(stored.now)
    const back = (await showEditors(at)).screen
    await expect.element(field(back)).toHaveValue('In the middle of')
    await expect.element(back.getByText('Your latest changes were not saved', { exact: false })).toBeVisible()
    await expect.poll(() => again.stored.now.draft?.fields, seconds).toEqual(question('In the middle of'))
    await expect.poll(() => localStorage.length, seconds).toBe(0)
  })

  test('are shown as a conflict if someone else has saved since', async () => {
    fakeDraft(itemWith('Before.'))
    const { screen, unmount } = await showEditors(at)
    await field(screen).fill('In the middle of')
    sessionStore.set({ state: 'signed-out' })
    await unmount()
    const { sent } = fakeDraft(itemWith('Bob’s words.', { revision: 9 }, bob))
    const back = (await showEditors(at)).screen
    const panel = back.getByRole('region', { name: 'This was changed in the meantime' })
    await expect.element(panel.getByText('In the middle of')).toBeVisible()
    await expect.element(panel.getByText('Bob’s words.')).toBeVisible()
    expect(sent()).toEqual([])
  })

  test('stay with the server’s reason if it rejects them, and block hiding and publishing', async () => {
    const most = 'Use 60000 characters or fewer.'
    const { sent } = fakeDraft(itemWith('Before.'), {
      [draftOf]: () => refusal('validation', 400, { errors: { answer: [most] } }),
    })
    const { screen } = await showEditors(at)
    await field(screen).fill('Far too long.')
    await screen.getByRole('button', { name: 'Hide it' }).click()
    await expect.element(screen.getByText(most, { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Send for approval' }).click()
    await expect.element(screen.getByText(most, { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(new Set(sent().map(({ endpoint }) => endpoint))).toEqual(new Set([draftOf]))
    await expect.element(field(screen)).toHaveValue('Far too long.')
  })
})

describe('approval by a second person', () => {
  const awaiting: Partial<ContentItem> = {
    draft: null,
    start: question('To be approved.'),
    work: ['awaiting'],
    awaiting: {
      number: 3,
      change: 'text',
      state: 'awaiting',
      submitted: { person: bob, at: '2026-11-20T15:03:00.000Z' },
      publishAt: '2026-12-24T14:00:00.000Z',
      decided: null,
      reason: null,
      liveAt: null,
    },
  }
  const pendingItem = ({
    may,
    ...about
  }: {
    may?: Partial<ContentItem['may']>
    approvalRefusal?: string
  }) => {
    const item = itemWith('', awaiting, bob)
    return { ...item, may: { ...item.may, edit: false, withdraw: true, hide: false, ...may }, ...about }
  }

  test('shows who submitted and when it takes effect, and requires a reason to decline', async () => {
    const declined = itemWith('To be approved.', { revision: 2 }, bob)
    const { sent } = fakeServer({
      [`GET ${key}`]: () => pendingItem({ may: { approve: true } }),
      [`POST ${key}/versions/3/decline`]: () => declined,
    })
    const { screen } = await showEditors(at)
    await expect.element(field(screen)).toBeDisabled()
    // Editing would change what the approver decides on.
    await expect.element(screen.getByRole('toolbar')).not.toBeInTheDocument()
    const panel = screen.getByRole('region', { name: 'Publishing' })
    await expect
      .element(panel)
      .toMatchTextContent(/Sent by Bob Editor on Nov 20, .* to take effect on Dec 24, 2026, 9:00 AM EST/)
    await screen.getByRole('button', { name: 'Decline' }).click()
    await screen.getByRole('button', { name: 'Decline it' }).click()
    const error = screen.getByRole('link', { name: 'Enter a reason so the author can fix it' })
    await expect.element(error).toBeVisible()
    expect(sent()).toEqual([])
    await screen.getByLabelText('Reason for declining').fill('Say which two.')
    await screen.getByRole('button', { name: 'Decline it' }).click()
    await expect
      .element(screen.getByRole('status').filter({ hasText: 'Declined. The author will see your reason' }))
      .toHaveFocus()
    expect(sent().map(({ attributes }) => attributes)).toEqual([{ reason: 'Say which two.' }])
    await expect.element(field(screen)).toBeEnabled()
  })

  test('tells the author why they cannot approve and lets them withdraw', async () => {
    fakeServer({
      [`GET ${key}`]: () => pendingItem({ approvalRefusal: 'You wrote or submitted this text.' }),
      [`POST ${key}/versions/3/withdraw`]: () => itemWith('To be approved.', { revision: 2 }),
    })
    const { screen } = await showEditors(at)
    await expect.element(screen.getByText('You wrote or submitted this text.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Approve' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Withdraw' }).click()
    await screen.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect
      .element(screen.getByRole('status').filter({ hasText: 'Withdrawn. It is a draft again.' }))
      .toHaveFocus()
    await expect.element(field(screen)).toHaveValue('To be approved.')
  })

  test('publishing errors appear at the field and in the summary, which gets the focus', async () => {
    const gone = 'oak.png has been removed. Delete the reference or choose another file.'
    fakeDraft(itemWith('![Oak](/files/…)'), {
      [`POST ${key}/submit`]: () => refusal('validation', 400, { errors: { answer: [gone] } }),
    })
    const { screen } = await showEditors(at)
    await screen.getByRole('button', { name: 'Send for approval' }).click()
    await screen.getByRole('button', { name: 'Yes, send it' }).click()
    const summary = screen.getByRole('alert').filter({ hasText: gone })
    await expect.element(summary).toHaveFocus()
    await summary.getByRole('link', { name: gone }).click()
    await expect.element(field(screen)).toHaveFocus()
    await expect.element(field(screen)).toHaveAccessibleDescription(new RegExp(gone))
  })
})
