import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type Block,
  filePattern,
  type Inline,
  linkPattern,
  richText,
} from '../../../../contract/rich-text.ts'
import { cpuTimeMs } from '../../../../testing/cpu-time.ts'
import { readMarkdown } from './read-markdown.ts'
import type { Surroundings } from './reader.ts'

const own = '/files/01890a5d-ac96-774b-bcce-b302099a8057/garden.webp'
const surroundings: Surroundings = {
  placeholders: {
    displayName: '<script>',
    legalName: '<script>',
    phone: 'javascript:alert(1)',
    email: 'a@b.example',
    address: '](javascript:alert(1))',
    hours: '**',
    minimumGrant: '$250',
    decisionDays: '5 business days',
    paymentDays: '10 business days',
    year: '2026',
  },
  pictureAt: href => (href === own ? { alt: 'Ours', widthPx: 8, heightPx: 8 } : undefined),
}

function hrefsOf(tree: readonly (Block | Inline)[]): string[] {
  return tree.flatMap((node): string[] => {
    switch (node.kind) {
      case 'link':
        return [node.href, ...hrefsOf(node.children)]
      case 'image':
        return [node.href]
      case 'list':
        return node.items.flatMap(hrefsOf)
      case 'table':
        return [...node.head, ...node.rows.flat()].flatMap(hrefsOf)
      default:
        return 'children' in node ? hrefsOf(node.children) : []
    }
  })
}

/** Parses a text and checks the tree: it fits the schema and has no forbidden link. */
function expectHarmless(markdown: string) {
  const { tree } = readMarkdown(markdown, surroundings)
  expect(z.safeParse(richText, tree).error?.issues).toBeUndefined()
  const hrefs = hrefsOf(tree)
  for (const href of hrefs) {
    expect(linkPattern.test(href) || filePattern.test(href), href).toBe(true)
    // The protocol as a browser parses it, besides our pattern.
    const { protocol } = new URL(href, 'https://npt.example/')
    expect(['https:', 'mailto:', 'tel:'], href).toContain(protocol)
  }
  return { tree, hrefs }
}

const attacks = [
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#115;cript:alert(1))',
  '[a](java\\script:alert(1))',
  '[a](&#x6A;avascript:alert(1))',
  '[a]( javascript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](java\tscript:alert(1))',
  '[a](<java\tscript:alert(1)>)',
  '[a](javascript&colon;alert(1))',
  '[a](javascript://npt.example/%0aalert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](blob:https://npt.example/x)',
  '[a](file:///etc/passwd)',
  '[a](http://npt.example)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '[a](\\\\evil.example)',
  '[a](/&#9;/evil.example)',
  '[a](https:evil.example)',
  '[a](https://npt.example@evil.example)',
  '[a](https://npt.example:secret@evil.example/)',
  '[a](https://npt.example\u202Egnp.live)',
  '[a](/api/sign-in/start)',
  '[a](/API/sign-in/start)',
  '[a](/./api/sign-in/start)',
  '[a](/faq/../api/sign-in/start)',
  '[a](/faq/%2e%2e/api/sign-in/start)',
  '[a](/%61pi/sign-in/start)',
  '[a](/oidc/session/end)',
  '[a](/%E0%A4%A)',
  '[a](java\u00ADscript:alert(1))',
  '[a](&#106&#97;vascript:alert(1))',
  '[a](data&#58;text/html,x)',
  '[a](https://ok.example/\u202Egnp)',
  '[a](https://a\u2028b.example)',
  '[a](https://ok.example:99999)',
  'https://evil.example www.evil.example',
  '[a](tel:{phone})',
  '[a]({phone})',
  '[a]({address})',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[a][r]\n\n[r]: javascript:alert(1)',
  '![a][r]\n\n[r]: data:image/svg+xml;base64,PHN2Zz4=',
  '![a](https://evil.example/pixel.gif)',
  '![a](/files/01890a5d-ac96-774b-bcce-b302099a8057/../../api/x)',
  '![a](/files/99990a5d-ac96-774b-bcce-b302099a8057/another.webp)',
  '![a" onerror="alert(1)](x)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?>',
  '<details open ontoggle=alert(1)>',
  '`<script>`',
  '```html\n<script>alert(1)</script>\n```',
  '{displayName}',
  '# {displayName}',
  '| <script> | [x](javascript:alert(1)) |\n|---|---|\n| ![a](data:,x) | <b> |',
]

describe('Markdown cannot contain scripts, styles or foreign frames', () => {
  test.each(attacks)('%j has no forbidden link', attack => {
    for (const around of [attack, `- ${attack}`, `> ${attack}`, `a\n\n${attack}\n\nb`, `**${attack}**`]) {
      expect(expectHarmless(around).hrefs).toEqual([])
    }
  })

  test('allowed links keep their address', () => {
    const written =
      '[a](/faq "onmouseover=alert(1)") [b](#top) [c](https://npt.example/x?y=1#z) [d](mailto:a@b.example) [e](tel:+1)'
    expect(expectHarmless(`${written}\n\n![f](${own})`).hrefs).toEqual([
      '/faq',
      '#top',
      'https://npt.example/x?y=1#z',
      'mailto:a@b.example',
      'tel:+1',
      own,
    ])
  })

  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constantFrom(
      ...['# ', '- ', '1. ', '> ', '\n', '\n\n', '    ', '|', '|-|-|\n', '*', '_', '[', ']', '](', ')', '!['],
      ...['<', '>', '&', '`', '\\', '{phone}', '{x}', own, 'https://', '//', ':', '\u0000', '\uD800', '\t'],
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )

  test('random input gives a valid tree without forbidden links', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        expectHarmless(pieces.join(''))
      }),
      { numRuns: 3_000 },
    )
  }, 60_000)
})

describe('a text that would take minutes to parse is shown as typed', () => {
  const most = 60_000
  const fill = (unit: string) => unit.repeat(Math.ceil(most / unit.length)).slice(0, most)
  const heavy = [
    '>',
    '[',
    '*a **a ',
    '![',
    '[a](',
    '`',
    '_a ',
    '- ',
    '<',
    '&',
    '[a][b]',
    '[a](<',
    '|a|\n',
    'a\n\n',
    '|',
    '-|',
    '\\',
    '{',
    '\r',
    '#',
    '&#x41;',
  ]
  const nests = [
    `${'*'.repeat(most / 2)}a${'*'.repeat(most / 2)}`,
    `${fill('*a ').slice(0, most / 2)}${fill('a* ').slice(0, most / 2)}`,
    Array.from({ length: 240 }, (_, deep) => `${' '.repeat(deep * 2)}- a`).join('\n'),
    // As much as the limits allow, block after block.
    `${'*'.repeat(199)}a${'*'.repeat(199)}\n\n`.repeat(10),
    `${'*a '.repeat(199)}${'a* '.repeat(199)}\n\n`.repeat(10),
    `${'[a][b]'.repeat(99)}\n\n`.repeat(10),
    `${'[a](<'.repeat(133)}\n\n`.repeat(10),
    `${'> '.repeat(10)}a\n`.repeat(59),
    'a\n\n'.repeat(1_249),
    `|a|\n|-|\n${'|a|\n'.repeat(197)}\n`.repeat(12),
    `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${`|${'a|'.repeat(1_000)}\n`.repeat(20)}`,
    `|${'a|'.repeat(140)}\n|${'-|'.repeat(140)}\n${`|${'a|'.repeat(140)}\n`.repeat(190)}`,
    `${Array.from({ length: 600 }, (_, at) => `[a${at}]: /x${at}`).join('\n\n')}\n\n${'[a1] '.repeat(190)}`,
  ]
  test.each([...heavy.map(fill), ...nests])('text %#', markdown => {
    expect(cpuTimeMs(() => expectHarmless(markdown))).toBeLessThan(5_000)
  })
})
