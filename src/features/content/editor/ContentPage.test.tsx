import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ann,
  bob,
  endServer,
  fakeServer,
  itemWith,
  refusal,
  showEditors,
} from '../../../testing/screens/content-editor.tsx'
import type { ContentItemSummary } from '../editing.contract.ts'

afterEach(endServer)

const listOf = (data: ContentItemSummary[], about: { pendingForYou?: number; total?: number } = {}) => ({
  data,
  meta: {
    total: about.total ?? data.length,
    next: null,
    counts: {
      work: { draft: 0, declined: 0, awaiting: 0, scheduled: 0 },
      pendingForYou: about.pendingForYou ?? 0,
    },
  },
})
const summary = (name: string, about: Partial<ContentItemSummary> = {}) =>
  itemWith('', { name, title: `About ${name}`, ...about })

describe('the content list', () => {
  test('shows each text’s state, its last change and what the user can approve', async () => {
    const at = '2026-11-20T15:03:00.000Z'
    fakeServer({
      'GET /api/content-items': () =>
        listOf(
          [
            summary('grants', { work: ['awaiting'], live: 'own', changed: { person: bob, at } }),
            summary('gifts', {
              work: ['declined', 'scheduled'],
              live: 'hidden',
              changed: { person: ann, at },
              scheduledFor: '2026-12-24T14:00:00.000Z',
            }),
            summary('fees', { work: [], live: 'common', changed: null }),
          ],
          { pendingForYou: 1 },
        ),
    })
    const { screen } = await showEditors('/content')
    await expect.element(screen.getByText('One text needs your approval')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'See texts awaiting approval' }))
      .toHaveAttribute('href', '/content?state=awaiting')
    const row = (title: string) => screen.getByRole('row').filter({ hasText: title })
    for (const text of ['Awaiting approval', 'Published', 'by Bob Editor', 'Nov 20, 2026, 10:03 AM EST'])
      await expect.element(row('About grants')).toMatchTextContent(text)
    for (const text of ['Declined', 'Scheduled for Dec 24, 2026, 9:00 AM EST', 'Hidden', 'by you'])
      await expect.element(row('About gifts')).toMatchTextContent(text)
    await expect.element(row('About fees')).toMatchTextContent('Default text')
    await expect.element(screen.getByText('3 texts', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'About grants' }))
      .toHaveAttribute('href', '/content/question/grants')
  })

  test('filters by keywords, kind and state through the address and the server', async () => {
    const { requests } = fakeServer({
      'GET /api/content-items': ({ search }) =>
        listOf(search.keywords === 'zebra' ? [] : [summary('grants', { work: ['scheduled'] })]),
    })
    const { screen, address } = await showEditors('/content')
    await screen.getByLabelText('Search titles and texts').fill('grants')
    await expect.poll(address).toBe('/content?keywords=grants')
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Scheduled')
    await screen.getByRole('combobox', { name: 'Type' }).selectOptions('Questions')
    await expect.poll(address).toBe('/content?keywords=grants&kind=question&state=scheduled')
    await expect.element(screen.getByText('1 text found')).toBeVisible()
    await expect
      .poll(() => requests.at(-1)?.search)
      .toMatchObject({ keywords: 'grants', kind: 'question', work: 'scheduled' })
    await screen.getByRole('combobox', { name: 'Status' }).selectOptions('Hidden')
    await expect.poll(() => requests.at(-1)?.search).toMatchObject({ live: 'hidden' })
    expect(requests.at(-1)?.search.work).toBeUndefined()

    await screen.getByLabelText('Search titles and texts').fill('zebra')
    await expect
      .element(screen.getByText('No texts match. Try different words, or show all texts.'))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Show all texts' }).click()
    await expect.poll(address).toBe('/content')
    await expect.element(screen.getByRole('link', { name: 'About grants' })).toBeVisible()
    await expect.element(screen.getByLabelText('Search titles and texts')).toHaveValue('')
  })

  test('reads filters from the address and ignores unknown values', async () => {
    const { requests } = fakeServer({
      'GET /api/content-items': () => listOf([summary('grants')]),
    })
    const { screen } = await showEditors('/content?state=declined&kind=spaceship')
    await expect.element(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('declined')
    await expect.element(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('all')
    expect(requests.at(-1)?.search).toMatchObject({ work: 'declined' })
  })

  test('shows 50 texts or all, and loads all of them before it prints', async () => {
    const texts = Array.from({ length: 51 }, (_, index) => summary(`text-${index}`))
    const { requests } = fakeServer({
      'GET /api/content-items': ({ search }) =>
        listOf(texts.slice(0, Number(search.first)), { total: texts.length }),
    })
    const { screen, address } = await showEditors('/content?state=common')
    await expect.element(screen.getByText('of 51', { exact: true })).toBeVisible()
    const rows = () => screen.getByRole('rowheader').elements().length
    expect(requests.at(-1)?.search.first).toBe('50')
    const printed = new Promise<[address: string, rows: number]>(resolve => {
      vi.spyOn(window, 'print').mockImplementation(() => resolve([address(), rows()]))
    })
    await screen.getByRole('button', { name: 'Print all 51 texts' }).click()
    expect(await printed).toEqual(['/content?state=common&view=all', 51])
    window.dispatchEvent(new Event('afterprint'))
    await expect.poll(address).toBe('/content?state=common')
  })

  test('shows a failure to load and retries', async () => {
    let isDown = true
    fakeServer({
      'GET /api/content-items': () => (isDown ? refusal('validation', 400) : listOf([summary('grants')])),
    })
    const { screen } = await showEditors('/content')
    await expect.element(screen.getByText(/^The list could not be loaded\./)).toBeVisible()
    isDown = false
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('link', { name: 'About grants' })).toBeVisible()
  })
})
