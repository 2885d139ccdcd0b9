import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { quoted } from '../../testing/quoted-texts.ts'
import {
  answerContent,
  applyClientStyle,
  paragraph,
  published,
  showAt,
} from '../../testing/screens/managed-screen.tsx'
import { PromoArea } from './PromoArea.tsx'
import '../../web/styles.ts'

type Card = PublishedContent['promoCards'][number]
const card = (name: string, group: string, overrides: Partial<Card> = {}): Card => ({
  name,
  group,
  title: `The card ${name}`,
  body: paragraph('In a sentence.'),
  link: { text: `Read ${name}`, href: '/givingpoint' },
  image: null,
  ...overrides,
})
const cards = published({
  promoCards: [
    card('guide', 'resource-card'),
    card('season', 'giving-season'),
    card('text', 'resource-card', { link: null }),
  ],
})
const titles = () => [...document.querySelectorAll('h3')].map(title => title.textContent)

beforeEach(async () => {
  applyClientStyle()
  await page.viewport(1440, 900)
})

test("shows the resource cards under 'Giving Resources' where the route has no card id (§2.5)", async () => {
  answerContent(cards)
  const { screen } = await showAt('/', <PromoArea />)
  const strip = screen.getByRole('region', { name: quoted.givingResources })
  await expect.element(strip.getByRole('heading', { level: 2, name: quoted.givingResources })).toBeVisible()
  expect(titles()).toEqual(['The card guide', 'The card text'])
  await expect
    .element(strip.getByRole('link', { name: 'Read guide' }))
    .toHaveAttribute('href', '/givingpoint')
  expect(strip.getByRole('link').all().length).toBe(1)
})

test('shows the cards of the route’s card id, or the resource cards where it has none (§2.5)', async () => {
  answerContent(cards)
  const { screen } = await showAt('/', <PromoArea cardId="giving-season" />)
  await expect.element(screen.getByRole('heading', { level: 3 })).toHaveTextContent('The card season')
  await screen.unmount()
  answerContent(cards)
  await showAt('/', <PromoArea cardId="unknown-group" />)
  await expect.poll(titles).toEqual(['The card guide', 'The card text'])
})

test('leaves out a card that links to the current page (§2.5)', async () => {
  answerContent(cards)
  const { screen } = await showAt('/givingpoint', <PromoArea />)
  await expect.element(screen.getByRole('heading', { level: 3 })).toHaveTextContent('The card text')
})

test.each([
  ['there are no cards', published()],
  ['the cards cannot be loaded', 'fails' as const],
])('shows no strip where %s (§2.5)', async (_condition, answer) => {
  const { requests } = answerContent(answer)
  const { screen } = await showAt('/', <PromoArea />)
  await expect.poll(() => document.querySelector('[class*="placeholder"]'), { timeout: 10_000 }).toBeNull()
  expect(requests().length).toBeGreaterThan(0)
  expect(screen.getByText(quoted.givingResources).query()).toBeNull()
})

test('reserves its space and loads nothing until the reader scrolls near it (§2.5)', async () => {
  const { requests } = answerContent(cards)
  const { screen } = await showAt(
    '/',
    <>
      <div className="long" ref={element => element?.style.setProperty('height', '4000px')} />
      <PromoArea />
      <footer>The end</footer>
    </>,
  )
  const heightPx = () => document.documentElement.scrollHeight
  const before = heightPx()
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(requests()).toEqual([])
  expect(before).toBeGreaterThan(4200)
  window.scrollTo(0, 3500)
  await expect.element(screen.getByRole('heading', { name: quoted.givingResources })).toBeVisible()
})
