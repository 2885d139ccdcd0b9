import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
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
const card = (name: string, group: string, given: Partial<Card> = {}): Card => ({
  name,
  group,
  title: `The card ${name}`,
  body: paragraph('In a sentence.'),
  link: { text: `Read ${name}`, href: '/givingpoint' },
  image: null,
  ...given,
})
const cards = published({
  promoCards: [
    card('guide', 'resource-card'),
    card('season', 'giving-season'),
    card('words', 'resource-card', { link: null }),
  ],
})
const titles = () => [...document.querySelectorAll('h3')].map(title => title.textContent)

beforeEach(async () => {
  applyClientStyle()
  await page.viewport(1440, 900)
})

test("§2.5: the strip is titled 'Giving Resources' and shows the resource cards where the route has no id", async () => {
  answerContent(cards)
  const { screen } = await showAt('/', <PromoArea />)
  const strip = screen.getByRole('region', { name: 'Giving Resources' })
  await expect.element(strip.getByRole('heading', { level: 2, name: 'Giving Resources' })).toBeVisible()
  expect(titles()).toEqual(['The card guide', 'The card words'])
  await expect
    .element(strip.getByRole('link', { name: 'Read guide' }))
    .toHaveAttribute('href', '/givingpoint')
  expect(strip.getByRole('link').all().length).toBe(1)
})

test('§2.5: a route’s promo-card id chooses its cards; one without cards falls back to the resource cards', async () => {
  answerContent(cards)
  const { screen } = await showAt('/', <PromoArea cardId="giving-season" />)
  await expect.element(screen.getByRole('heading', { level: 3 })).toHaveTextContent('The card season')
  await screen.unmount()
  answerContent(cards)
  await showAt('/', <PromoArea cardId="nobody-wrote-these" />)
  await expect.poll(titles).toEqual(['The card guide', 'The card words'])
})

test('§2.5: a card that leads to the screen that one is on is left out', async () => {
  answerContent(cards)
  const { screen } = await showAt('/givingpoint', <PromoArea />)
  await expect.element(screen.getByRole('heading', { level: 3 })).toHaveTextContent('The card words')
})

test.each([
  ['there are none', published()],
  ['they cannot be had', 'fails' as const],
])('§2.5: there is no strip where %s', async (_why, answer) => {
  const { asked } = answerContent(answer)
  const { screen } = await showAt('/', <PromoArea />)
  await expect.poll(() => document.querySelector('[class*="place"]'), { timeout: 10_000 }).toBeNull()
  expect(asked().length).toBeGreaterThan(0)
  expect(screen.getByText('Giving Resources').query()).toBeNull()
})

test('§2.5: its place is kept from the beginning, and nothing is fetched before one comes near it', async () => {
  const { asked } = answerContent(cards)
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
  expect(asked()).toEqual([])
  expect(before).toBeGreaterThan(4200)
  window.scrollTo(0, 3500)
  await expect.element(screen.getByRole('heading', { name: 'Giving Resources' })).toBeVisible()
})
