import { expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { nptuk } from '../../clients/configuration/nptuk.ts'
import { contrast } from '../../clients/themes/contrast.ts'
import { type Letter, letterText } from './letter.ts'
import { letterHtml } from './letter-html.ts'

const hostile = '<img src=x onerror="alert(1)"> & \'friends\''

const letter: Letter = {
  subject: `your message ${hostile}`,
  name: hostile,
  blocks: [
    `From ${hostile}\nsecond line`,
    { facts: [['Fund', hostile]] },
    { lines: ['ada.w (Ada Winslow)', hostile] },
    { secret: 'link' },
    { secret: 'code' },
    { address: 'https://npt.example.org/grants', purpose: 'to see the grant' },
  ],
  settings: 'https://npt.example.org/my-profile',
}

const all = Object.values(clients)

/** The text of a page without its tags, as a reader sees it. */
const readText = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll('<br>', '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test.each(all)('HTML and text of a letter of $name say the same', async client => {
  const read = readText(letterHtml(client, letter))
  for (const line of letterText(client, letter).split('\n').filter(Boolean))
    for (const part of line.startsWith('Fund: ') ? line.split(/: (.*)/s).filter(Boolean) : [line])
      expect(read).toContain(part)
})

test.each(all)('the HTML of $name is in its colors, readable, and loads nothing', async client => {
  const html = letterHtml(client, letter)
  const brand = /border-top:4px solid (#[0-9a-f]{6})/i.exec(html)?.[1] ?? '#ffffff'
  expect(html).toContain(`color:${brand}`)
  expect(contrast(brand, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  const inline = html.replace(/<style>.*<\/style>/s, '')
  for (const [, color = ''] of inline.matchAll(/[;"]color:(#[0-9a-f]{6})/gi))
    expect(contrast(color, '#ffffff'), color).toBeGreaterThanOrEqual(4.5)
  expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(|@import/i)
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="{secret}"'])
  expect(html).toContain(`lang="${client.locale}"`)
})

test.each(all)('the HTML of $name is readable in dark mode', client => {
  const [, rules = ''] = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(letterHtml(client, letter)) ?? []
  const color = (name: string, property: string) =>
    new RegExp(`\\.${name}\\{[^}]*?\\b${property}:(#[0-9a-f]{6})`, 'i').exec(rules)?.[1] ?? ''
  for (const ground of [color('sheet', 'background'), color('wash', 'background')])
    for (const text of ['ink', 'quiet', 'brand'])
      expect(contrast(color(text, 'color'), ground), text).toBeGreaterThanOrEqual(4.5)
})

test('a letter greets, signs, and says what to do if it was not expected', () => {
  const plain = letterText(nptuk, { subject: 'your statement', name: 'Ada Finch', blocks: ['It is ready.'] })
  expect(plain).toBe(
    'Dear Ada Finch,\n\nIt is ready.\n\nIf you didn’t expect this message, please call us on +44 20 7946 0155 or e-mail giving@nptuk.example.\n\nKind regards,\nThe NPT UK Giving team',
  )
  const ignored = letterText(nptuk, { ...letter, ifUnexpected: 'You can ignore this message.' })
  expect(ignored).toContain('You can ignore this message.')
  expect(ignored).not.toContain('If you didn’t expect')
})

test('a message to the client’s own staff has neither salutation nor closing', async () => {
  const toStaff = { ...letter, name: null }
  for (const client of all.slice(0, 1)) {
    expect(letterText(client, toStaff)).not.toContain('Dear')
    expect(letterHtml(client, toStaff)).not.toContain('If you didn’t expect')
  }
})
