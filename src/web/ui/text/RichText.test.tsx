import { expect, test } from 'vitest'
import type { RichText as Tree } from '../../../contract/rich-text.ts'
import { showAt } from '../../../testing/screens/managed-screen.tsx'
import { headingsOf, plainTextOf } from './plain-text.ts'
import { RichText } from './RichText.tsx'

const text = (content: string) => ({ kind: 'text' as const, text: content })
const tree: Tree = [
  { kind: 'heading', level: 2, id: 'first', children: [text('First')] },
  {
    kind: 'paragraph',
    children: [
      text('See '),
      { kind: 'link', href: '/faq#a', children: [text('the answer')] },
      { kind: 'break' },
      {
        kind: 'link',
        href: 'https://a.example/b',
        children: [{ kind: 'strong', children: [text('a site')] }],
      },
      { kind: 'link', href: '/guides/giving.pdf', children: [text('a guide')] },
      { kind: 'link', href: '#first', children: [text('above')] },
    ],
  },
  { kind: 'list', start: 3, items: [[{ kind: 'paragraph', children: [text('Three')] }]] },
  { kind: 'heading', level: 3, id: 'second', children: [text('Second')] },
  { kind: 'table', head: [[text('Gift')]], rows: [[[text('Stock')]]] },
]

test('renders managed text with its headings below those of the page (§17)', async () => {
  const { screen } = await showAt('/', <RichText text={tree} headingLevel={3} anchorPrefix="p-" />)
  await expect
    .element(screen.getByRole('heading', { level: 3, name: 'First' }))
    .toHaveAttribute('id', 'p-first')
  await expect.element(screen.getByRole('heading', { level: 4, name: 'Second' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'the answer' })).toHaveAttribute('href', '/faq#a')
  await expect.element(screen.getByRole('link', { name: 'above' })).toHaveAttribute('href', '#p-first')
  for (const name of ['a site (opens in a new tab)', 'a guide (opens in a new tab)'])
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('target', '_blank')
  await expect.element(screen.getByRole('list')).toHaveAttribute('start', '3')
  await expect.element(screen.getByRole('columnheader', { name: 'Gift' })).toBeVisible()
})

test('returns the plain text of managed text for searching, and its headings (§17)', () => {
  expect(plainTextOf(tree)).toBe('First See the answer a sitea guideabove Three Second Gift Stock')
  expect(headingsOf(tree).map(({ text }) => text)).toEqual(['First'])
  expect(headingsOf(tree, 3).map(({ id }) => id)).toEqual(['first', 'second'])
})
