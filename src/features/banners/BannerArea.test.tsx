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
const banner = (name: string, given: Partial<BannerData> = {}): BannerData => ({
  name,
  version: 1,
  message: paragraph(`The message of ${name}.`),
  template: null,
  design: 'information',
  dismissable: true,
  index: 10,
  audience: 'everybody',
  ...given,
})
const shell = (...banners: BannerData[]) => published({ banners })

const visitor: Session = { state: 'signed-out' }
const signedIn = (forceEmailChange = false): Session => ({
  state: 'signed-in',
  fundId: 0,
  facts: factsOf({ forceEmailChange }),
})

/** As the server writes it into the page. */
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
        {/* biome-ignore lint/correctness/useUniqueElementIds: the frame has one such place */}
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

test('§2.5: banners come with the page and stand there without a request, the lowest index highest', async () => {
  const { asked } = answerContent('fails')
  writeIntoPage(shell(banner('later', { index: 20 }), banner('sooner', { index: 1 })))
  await show()
  expect(messages()).toEqual(['sooner', 'later'])
  expect(asked()).toEqual([])
})

test('§2.5: a page without them, or with something else in their place, asks for them', async () => {
  answerContent(shell(banner('asked')))
  writeIntoPage('no banners' as never)
  const screen = await show()
  await expect.element(screen.getByText('The message of asked.')).toBeVisible()
})

test('§2.5: what is published meanwhile shows when the reader comes back to the tab', async () => {
  writeIntoPage(shell())
  answerContent(shell(banner('new')))
  const screen = await show()
  expect(messages()).toEqual([])
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('The message of new.')).toBeVisible()
})

test('§2.5: and within a minute to whoever goes on reading', async () => {
  writeIntoPage(shell())
  const { asked } = answerContent(shell(banner('new')))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const screen = await show()
    await vi.advanceTimersByTimeAsync(59_000)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    await expect.element(screen.getByText('The message of new.')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('§2.5: a banner dismissed in another tab goes from this one too', async () => {
  answerContent('fails')
  writeIntoPage(shell(banner('one')))
  await show()
  expect(messages()).toEqual(['one'])
  localStorage.setItem('almoner-dismissed-banners', '["one.1"]')
  window.dispatchEvent(new StorageEvent('storage'))
  await expect.poll(messages).toEqual([])
})

test.each([
  ['a visitor', visitor, ['everybody', 'visitors']],
  ['somebody signed in', signedIn(), ['everybody', 'members']],
  ['somebody who has to change their e-mail first', signedIn(true), ['everybody']],
])('§2.5: %s sees the banners that are for them', async (_who, session, seen) => {
  answerContent('fails')
  writeIntoPage(
    shell(
      banner('everybody', { index: 1 }),
      banner('visitors', { index: 2, audience: 'visitors' }),
      banner('members', { index: 3, audience: 'signed-in' }),
    ),
  )
  await show(session)
  expect(messages()).toEqual(seen)
})

test('§2.5: a dismissed banner stays away on the next page, until it is published anew', async () => {
  answerContent('fails')
  writeIntoPage(shell(banner('one'), banner('kept', { dismissable: false })))
  const screen = await show()
  expect(screen.getByRole('button').all().length).toBe(1)
  await screen.getByRole('button', { name: /^Dismiss/ }).click()
  expect(messages()).toEqual(['kept'])
  await expect.element(screen.getByRole('main')).toHaveFocus()
  await screen.unmount()
  queryClient.clear()
  const again = await show()
  expect(messages()).toEqual(['kept'])
  await again.unmount()
  queryClient.clear()
  document.getElementById('shell-content')?.remove()
  writeIntoPage(shell(banner('one', { version: 2 })))
  await show()
  expect(messages()).toEqual(['one'])
})

test('§2.5: several announcements are told apart by those who listen, and a design is a class', async () => {
  answerContent('fails')
  writeIntoPage(shell(banner('one', { index: 1, design: 'danger' }), banner('two', { index: 2 })))
  const screen = await show()
  const first = screen.getByRole('region', { name: 'Announcement 1' })
  await expect.element(first).toHaveTextContent('The message of one.')
  await expect.element(screen.getByRole('button', { name: 'Dismiss: Announcement 2' })).toBeVisible()
  expect(first.element().className).toMatch(/danger/)
})

test('§1: the Giving Season Deadlines banner leads the signed-in to /year-end-deadlines', async () => {
  answerContent('fails')
  const message: RichText = []
  writeIntoPage(shell(banner('season', { template: 'giving-season', audience: 'signed-in', message })))
  const outside = await show(visitor)
  expect(outside.getByRole('link').query()).toBeNull()
  await outside.unmount()
  queryClient.clear()
  const screen = await show(signedIn())
  const region = screen.getByRole('region', { name: 'Giving Season Deadlines' })
  await expect
    .element(region.getByRole('link', { name: 'Giving Season Deadlines' }))
    .toHaveAttribute('href', '/year-end-deadlines')
})

test('§2.5: where the browser keeps something else under that name, nothing is dismissed', async () => {
  localStorage.setItem('almoner-dismissed-banners', '{"not":"a list"}')
  answerContent('fails')
  writeIntoPage(shell(banner('one')))
  await show()
  expect(messages()).toEqual(['one'])
})
