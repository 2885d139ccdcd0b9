import { describe, expect, test } from 'vitest'
import type { Block, Inline } from '../../../../contract/rich-text.ts'
import { readMarkdown } from './read-markdown.ts'
import type { Surroundings } from './reader.ts'

const picture = '/files/01890a5d-ac96-774b-bcce-b302099a8057/garden.webp'
const surroundings: Surroundings = {
  placeholders: {
    displayName: 'The House *of* Giving',
    legalName: 'The House of Giving, Inc.',
    phone: '+1 (215) 555-0100',
    email: 'support@npt.example',
    address: '1 Square, Town',
    hours: 'all day',
    minimumGrant: '$250',
    decisionDays: '5 business days',
    paymentDays: '10 business days',
    year: '2026',
  },
  pictureAt: href => (href === picture ? { alt: 'A walled garden', widthPx: 800, heightPx: 450 } : undefined),
}
const read = (markdown: string) => readMarkdown(markdown, surroundings)
const tree = (markdown: string) => read(markdown).tree
const notes = (markdown: string) => read(markdown).notes.map(({ line, text }) => `${line}: ${text}`)
const text = (words: string): Inline => ({ kind: 'text', text: words })
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children })

describe('Markdown becomes a rich-text tree', () => {
  test('paragraphs, emphasis, code and breaks', () => {
    expect(tree('A *quiet*\nword, **said** `once`.  \nThen\n\nmore.')).toEqual([
      paragraph(
        text('A '),
        { kind: 'emphasis', children: [text('quiet')] },
        text(' word, '),
        { kind: 'strong', children: [text('said')] },
        text(' '),
        { kind: 'code', text: 'once' },
        text('.'),
        { kind: 'break' },
        text('Then'),
      ),
      paragraph(text('more.')),
    ])
  })

  test('headings start at level 2, skip no level and have unique ids', () => {
    const headings = tree('# Grants & you\n\n#### Deep\n\n## Grants & you\n\n## root').filter(
      block => block.kind === 'heading',
    )
    expect(headings.map(({ level, id }) => `${level} ${id}`)).toEqual([
      '2 grants-you',
      '3 deep',
      '2 grants-you-2',
      '2 root-2',
    ])
  })

  test('lists, quotes and rules', () => {
    expect(tree('3. three\n4. four\n\n> said\n\n---\n\n- one\n  - inner')).toEqual([
      { kind: 'list', start: 3, items: [[paragraph(text('three'))], [paragraph(text('four'))]] },
      { kind: 'quote', children: [paragraph(text('said'))] },
      { kind: 'rule' },
      {
        kind: 'list',
        start: null,
        items: [[paragraph(text('one')), { kind: 'list', start: null, items: [[paragraph(text('inner'))]] }]],
      },
    ])
  })

  test('every row of a table has as many cells as the head', () => {
    expect(tree('| Gift | By |\n|---|---|\n| Check |\n| Wire | noon | late |')).toEqual([
      {
        kind: 'table',
        head: [[text('Gift')], [text('By')]],
        rows: [
          [[text('Check')], []],
          [[text('Wire')], [text('noon')]],
        ],
      },
    ])
  })

  test('a picture of the client becomes a block with its size', () => {
    const image = { kind: 'image', href: picture, alt: 'Roses', widthPx: 800, heightPx: 450 }
    expect(tree(`Before\n![Roses](${picture}) after`)).toEqual([
      paragraph(text('Before')),
      image,
      paragraph(text('after')),
    ])
    expect(tree(`![](${picture})`)).toEqual([{ ...image, alt: 'A walled garden' }])
  })

  test('placeholders are replaced in text and links, never parsed as Markdown', () => {
    expect(tree('{displayName}: [call](tel:{phone}) or <mailto:x@npt.example>')).toEqual([
      paragraph(
        text('The House *of* Giving: '),
        { kind: 'link', href: 'tel:+12155550100', children: [text('call')] },
        text(' or '),
        { kind: 'link', href: 'mailto:x@npt.example', children: [text('mailto:x@npt.example')] },
      ),
    ])
    expect(notes('a\n\n{nothing}')).toEqual([
      '3: The placeholder {nothing} doesn’t exist and is shown as typed.',
    ])
  })

  test('reference links use the first definition', () => {
    expect(tree('[the guide][g]\n\n[g]: /givingpoint\n[g]: /elsewhere')).toEqual([
      paragraph({ kind: 'link', href: '/givingpoint', children: [text('the guide')] }),
    ])
  })
})

describe('notes about unsupported Markdown', () => {
  test.each([
    ['HTML', '<b>bold</b> <!-- x -->', 'HTML isn’t supported and is shown as plain text.'],
    ['a block of HTML', '<script>\nalert(1)\n</script>', 'HTML isn’t supported and is shown as plain text.'],
    [
      'a foreign picture',
      '![Logo](https://example.org/a.png)',
      'https://example.org/a.png isn’t one of your pictures, so its description is shown instead.',
    ],
    [
      'a picture in a heading',
      `# Hello ![x](${picture})`,
      'A picture needs its own paragraph. Here its description is shown instead.',
    ],
    ['a footnote', 'So it is.[^1]', 'Footnotes aren’t supported and are shown as typed.'],
    ['code', '```js\na\n```', 'Code blocks are shown as plain lines of text.'],
    [
      'a script’s address',
      '[x](javascript:alert(1))',
      'Links to javascript:alert(1) aren’t allowed, so only the text is shown.',
    ],
    ['a text turned around', 'a\u202Eb', 'Invisible characters were removed.'],
    [
      'many columns',
      `|${'a|'.repeat(13)}\n|${'-|'.repeat(13)}`,
      'Tables can have up to 12 columns. The others are left out.',
    ],
    [
      'a deep nest',
      '> > > > > > > deep',
      'Quotes and lists can be nested five levels deep. This one is shown without its formatting.',
    ],
  ])('%s', (_what, markdown, said) => {
    expect(notes(markdown).map(note => note.replace(/^\d+: /, ''))).toContain(said)
  })

  test('name the line of the source', () => {
    expect(notes('One\n\ntwo\n\n<i>three</i>')).toEqual([
      '5: HTML isn’t supported and is shown as plain text.',
    ])
  })
})
