/** A text and its selection, as offsets. */
export type Selected = { text: string; from: number; to: number }

/** Replaces the range `from` to `to` with `insert`, then selects a range of the result. */
export type TextEdit = { from: number; to: number; insert: string; select: { from: number; to: number } }

export const applyEdit = (text: string, { from, to, insert }: TextEdit): string =>
  text.slice(0, from) + insert + text.slice(to)

/** Adds or removes an emphasis marker around the selection. Without a selection it inserts a placeholder word. */
export function toggleMark({ text, from, to }: Selected, mark: '**' | '*', word: string): TextEdit {
  const inside = text.slice(from, to)
  const size = mark.length
  if (isMarked(text, from, to, mark)) {
    return {
      from: from - size,
      to: to + size,
      insert: inside,
      select: { from: from - size, to: to - size },
    }
  }
  if (inside.length > 2 * size && isMarked(inside, size, inside.length - size, mark)) {
    const bare = inside.slice(size, -size)
    return { from, to, insert: bare, select: { from, to: from + bare.length } }
  }
  const marked = inside === '' ? word : inside
  return {
    from,
    to,
    insert: `${mark}${marked}${mark}`,
    select: { from: from + size, to: from + size + marked.length },
  }
}

/** Whether exactly this marker is on both sides: one asterisk of a pair is not emphasis; three are both. */
function isMarked(text: string, from: number, to: number, mark: '**' | '*'): boolean {
  const before = /\**$/.exec(text.slice(0, from))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(to))?.[0].length ?? 0
  const count = Math.min(before, after)
  return mark === '**' ? count >= 2 : count === 1 || count >= 3
}

const linePrefixes = {
  heading: () => '## ',
  'bulleted-list': () => '- ',
  'numbered-list': (line: number) => `${line + 1}. `,
} as const satisfies Record<string, (line: number) => string>
type LinePrefix = keyof typeof linePrefixes

const anyPrefix = /^(#{1,6} |[-*+] |\d+[.)] )/

/** Sets the prefix of the selected lines, or removes it if all have it. */
export function togglePrefix({ text, from, to }: Selected, kind: LinePrefix): TextEdit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const found = text.indexOf('\n', to)
  const end = found === -1 ? text.length : found
  const lines = text.slice(start, end).split('\n')
  const prefixOf = linePrefixes[kind]
  const hasAll = lines.every((line, place) => line.startsWith(prefixOf(place)))
  const insert = lines
    .map((line, place) => (hasAll ? '' : prefixOf(place)) + line.replace(anyPrefix, ''))
    .join('\n')
  // After one line the caret goes to its end; several lines stay selected.
  const selectFrom = lines.length === 1 ? start + insert.length : start
  return { from: start, to: end, insert, select: { from: selectFrom, to: start + insert.length } }
}

/** Makes the selection a link and selects its address, which is typed next. */
export function insertLink({ text, from, to }: Selected, href = 'https://'): TextEdit {
  const label = text.slice(from, to).replaceAll('\n', ' ') || 'link text'
  const insert = `[${label}](${href})`
  const hrefFrom = from + label.length + 3
  return { from, to, insert, select: { from: hrefFrom, to: hrefFrom + href.length } }
}

const emptyTable = ['| Heading | Heading |', '| --- | --- |', '| Text | Text |'].join('\n')

/** Inserts a table of two columns after the caret's block and selects its first heading. */
export function insertTable(selected: Selected): TextEdit {
  const edit = insertBlock(selected, emptyTable)
  const from = edit.from + edit.insert.indexOf('Heading')
  return { ...edit, select: { from, to: from + 'Heading'.length } }
}

/** Inserts a block, such as a table or picture, with empty lines around it. */
export function insertBlock({ text, to }: Selected, block: string): TextEdit {
  const found = text.indexOf('\n', to)
  const at = found === -1 ? text.length : found
  const before = text.slice(0, at)
  const after = text.slice(at)
  const gapBefore = before.trim() === '' ? '' : '\n'.repeat(2 - (/\n{0,2}$/.exec(before)?.[0].length ?? 0))
  const gapAfter = after.trim() === '' ? '\n' : after.startsWith('\n\n') ? '' : '\n'
  const insert = `${gapBefore}${block}${gapAfter}`
  const end = at + gapBefore.length + block.length
  return { from: at, to: at, insert, select: { from: end, to: end } }
}

/** A picture as Markdown. Brackets in its description are escaped, as they would end it early. */
export const pictureMarkdown = (alt: string, href: string): string =>
  `![${alt.replaceAll(/[[\]\\]/g, character => `\\${character}`)}](${href})`
