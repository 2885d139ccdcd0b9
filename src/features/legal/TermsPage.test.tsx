import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RichText } from '../../contract/rich-text.ts'
import {
  answerContent,
  applyClientStyle,
  paragraph,
  published,
  showAt,
} from '../../testing/screens/managed-screen.tsx'
import { GivingGuidePage } from '../guides/GivingGuidePage.tsx'
import { TermsPage } from './TermsPage.tsx'
import '../../web/styles.ts'

const heading = (text: string, level: 2 | 3 = 2): RichText => [
  {
    kind: 'heading',
    level,
    id: text.toLowerCase().replaceAll(' ', '-'),
    children: [{ kind: 'text', text }],
  },
]

beforeEach(() => applyClientStyle())

test('shows terms and privacy on one page, with separate anchors for equal headings (§1)', async () => {
  const body = [...paragraph('First words.'), ...heading('Changes'), ...paragraph('As published here.')]
  answerContent(
    published({
      blocks: [
        { name: 'terms', title: 'The terms', body },
        { name: 'privacy', title: null, body },
      ],
    }),
  )
  await page.viewport(1440, 900)
  const { screen } = await showAt('/terms', <TermsPage />)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Terms and Privacy' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'The terms' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Privacy notice' })).toBeVisible()
  const contents = screen.getByRole('navigation', { name: 'Contents' })
  const hrefs = () =>
    contents
      .getByRole('link')
      .all()
      .map(link => link.element().getAttribute('href') ?? '')
  const addresses = hrefs()
  expect(addresses).toEqual(['#terms', '#terms-changes', '#privacy', '#privacy-changes'])
  for (const address of addresses) expect(document.querySelectorAll(address).length).toBe(1)
  expect(document.title).toBe('Terms and Privacy | NPT Giving')
  // A small screen lists the two texts only, so that the contents stay short.
  await page.viewport(320, 800)
  expect(hrefs()).toEqual(['#terms', '#privacy'])
})

test('shows the giving guide with a table of contents (§17)', async () => {
  const body = [...heading('How it works'), ...heading('In detail', 3), ...heading('How to give')]
  answerContent(published({ blocks: [{ name: 'giving-guide', title: null, body }] }))
  const { screen } = await showAt('/givingpoint', <GivingGuidePage />)
  const contents = screen.getByRole('navigation', { name: 'Contents' })
  await expect
    .element(contents.getByRole('link', { name: 'How to give' }))
    .toHaveAttribute('href', '#how-to-give')
  expect(contents.getByRole('link').all().length).toBe(2)
  await expect.element(screen.getByRole('heading', { level: 2, name: 'How to give' })).toBeVisible()
  expect(document.title).toBe('Giving guide | NPT Giving')
})

test('shows a phone number where no giving guide is published (§17)', async () => {
  answerContent(published())
  const { screen } = await showAt('/givingpoint', <GivingGuidePage />)
  await expect.element(screen.getByText(/please call \(215\) 555-0100/)).toBeVisible()
})
