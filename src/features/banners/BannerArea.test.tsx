import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import type { RichText } from '../../contract/rich-text.ts'
import {
  answerContent,
  applyClientStyle,
  paragraph,
  published,
  showAt,
} from '../../testing/screens/managed-screen.tsx'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { queryClient } from '../../web/api/query.ts'
import type { Session } from '../../web/session/session-store.ts'
import { BannerArea } from './BannerArea.tsx'
import '../../web/styles.ts'

type BannerData = PublishedContent['banners'][number]
const banner = (name: string, overrides: Partial<BannerData> = {}): BannerData => ({
  name,
  version: 1,
  message: paragraph(`The message of ${name}.`),
  template: null,
  design: 'information',
  dismissable: true,
  index: 10,
  audience: 'everyone',
  ...overrides,
})
const shell = (...banners: BannerData[]) => published({ banners })

const visitor: Session = { state: 'signed-out' }
const signedIn = (forceEmailChange = false): Session => ({
  state: 'signed-in',
  fundId: 0,
  facts: factsOf({ forceEmailChange }),
})

/** Embeds the content in the page as the server does. */
function writeIntoPage(content: PublishedContent): void {
  const script = document.createElement('script')
  script.id = 'shell-content'
  script.type = 'application/json'
  script.textContent = JSON.stringify(content)
  document.head.append(script)
}

const show = async (session: Session = visitor) =>
  (
    await showAt(
      '/',
      <>
        <BannerArea session={session} />
        {/* biome-ignore lint/correctness/useUniqueElementIds: the frame has one such element */}
        <main id="content" tabIndex={-1} />
      </>,
    )
  ).screen

const messages = () =>
  [...document.querySelectorAll('section')].map(section => section.textContent?.match(/of (\w+)\./)?.[1])

beforeEach(() => {
  localStorage.clear()
  applyClientStyle()
})
afterEach(() => document.getElementById('shell-content')?.remove())

test('shows the banners embedded in the page without a request, lowest index first (§2.5)', async () => {
  const { requests } = answerContent('fails')
  writeIntoPage(shell(banner('later', { index: 20 }), banner('sooner', { index: 1 })))
  await show()
  expect(messages()).toEqual(['sooner', 'later'])
  expect(requests()).toEqual([])
})

test('requests the banners when the page embeds none or something else (§2.5)', async () => {
  answerContent(shell(banner('requested')))
  writeIntoPage('no banners' as never)
  const screen = await show()
  await expect.element(screen.getByText('The message of requested.')).toBeVisible()
})

test('shows a newly published banner when the reader returns to the tab (§2.5)', async () => {
  writeIntoPage(shell())
  answerContent(shell(banner('new')))
  const screen = await show()
  expect(messages()).toEqual([])
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('The message of new.')).toBeVisible()
})

test('shows a newly published banner within a minute (§2.5)', async () => {
  writeIntoPage(shell())
  const { requests } = answerContent(shell(banner('new')))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const screen = await show()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(requests()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.element(screen.getByText('The message of new.')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('hides a banner that was dismissed in another tab (§2.5)', async () => {
  answerContent('fails')
  writeIntoPage(shell(banner('one')))
  await show()
  expect(messages()).toEqual(['one'])
  localStorage.setItem('almoner-dismissed-banners', '["one.1"]')
  window.dispatchEvent(new StorageEvent('storage'))
  await expect.poll(messages).toEqual([])
})

test.each([
  ['a visitor', visitor, ['everyone', 'visitors']],
  ['a signed-in person', signedIn(), ['everyone', 'members']],
  ['a person who must change their e-mail first', signedIn(true), ['everyone']],
])('shows %s the banners of their audience (§2.5)', async (_audience, session, names) => {
  answerContent('fails')
  writeIntoPage(
    shell(
      banner('everyone', { index: 1 }),
      banner('visitors', { index: 2, audience: 'visitors' }),
      banner('members', { index: 3, audience: 'signed-in' }),
    ),
  )
  await show(session)
  expect(messages()).toEqual(names)
})

test('keeps a dismissed banner hidden until a new version is published (§2.5)', async () => {
  answerContent('fails')
  writeIntoPage(shell(banner('one'), banner('permanent', { dismissable: false })))
  const screen = await show()
  expect(screen.getByRole('button').all().length).toBe(1)
  await screen.getByRole('button', { name: /^Dismiss/ }).click()
  expect(messages()).toEqual(['permanent'])
  await expect.element(screen.getByRole('main')).toHaveFocus()
  await screen.unmount()
  queryClient.clear()
  const again = await show()
  expect(messages()).toEqual(['permanent'])
  await again.unmount()
  queryClient.clear()
  document.getElementById('shell-content')?.remove()
  writeIntoPage(shell(banner('one', { version: 2 })))
  await show()
  expect(messages()).toEqual(['one'])
})

test('numbers several announcements for screen readers and sets the design as a class (§2.5)', async () => {
  answerContent('fails')
  writeIntoPage(shell(banner('one', { index: 1, design: 'danger' }), banner('two', { index: 2 })))
  const screen = await show()
  const first = screen.getByRole('region', { name: 'Announcement 1' })
  await expect.element(first).toHaveTextContent('The message of one.')
  await expect.element(screen.getByRole('button', { name: 'Dismiss: Announcement 2' })).toBeVisible()
  expect(first.element().className).toMatch(/danger/)
})

test('links the Giving Season Deadlines banner to /year-end-deadlines for members (§1)', async () => {
  answerContent('fails')
  const message: RichText = []
  writeIntoPage(shell(banner('season', { template: 'giving-season', audience: 'signed-in', message })))
  const visitorScreen = await show(visitor)
  expect(visitorScreen.getByRole('link').query()).toBeNull()
  await visitorScreen.unmount()
  queryClient.clear()
  const screen = await show(signedIn())
  const region = screen.getByRole('region', { name: 'Giving Season Deadlines' })
  await expect
    .element(region.getByRole('link', { name: 'Giving Season Deadlines' }))
    .toHaveAttribute('href', '/year-end-deadlines')
})

test('ignores invalid stored data (§2.5)', async () => {
  localStorage.setItem('almoner-dismissed-banners', '{"not":"a list"}')
  answerContent('fails')
  writeIntoPage(shell(banner('one')))
  await show()
  expect(messages()).toEqual(['one'])
})
