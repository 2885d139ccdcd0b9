/** A text with what is selected in it, as a textarea has them. */
export type Selected = { text: string; from: number; to: number }

/** What a press on the toolbar does: puts `insert` where `from` to `to` was, and selects a part of the whole afterwards. */
export type TextEdit = { from: number; to: number; insert: string; select: { from: number; to: number } }

export const applyEdit = (text: string, { from, to, insert }: TextEdit): string =>
  text.slice(0, from) + insert + text.slice(to)

/** Wraps what is selected in a mark, or takes the mark away where it is there; with nothing selected, writes a word to replace. */
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

/** Whether exactly this mark stands on both sides: one asterisk of a pair is no emphasis, three are both. */
function isMarked(text: string, from: number, to: number, mark: '**' | '*'): boolean {
  const before = /\**$/.exec(text.slice(0, from))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(to))?.[0].length ?? 0
  const count = Math.min(before, after)
  return mark === '**' ? count >= 2 : count === 1 || count >= 3
}

export const linePrefixes = {
  heading: () => '## ',
  'bulleted-list': () => '- ',
  'numbered-list': (line: number) => `${line + 1}. `,
} as const satisfies Record<string, (line: number) => string>
export type LinePrefix = keyof typeof linePrefixes

const anyPrefix = /^(#{1,6} |[-*+] |\d+[.)] )/

/** Gives the lines that are touched a prefix in place of any that they have, or takes it from them where all have it. */
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
  // One line keeps the caret at its end, so that writing goes on; of several all stay selected.
  const selectFrom = lines.length === 1 ? start + insert.length : start
  return { from: start, to: end, insert, select: { from: selectFrom, to: start + insert.length } }
}

/** A link around what is selected; its address is selected, for it is what comes next. */
export function insertLink({ text, from, to }: Selected, href = 'https://'): TextEdit {
  const words = text.slice(from, to).replaceAll('\n', ' ') || 'link text'
  const insert = `[${words}](${href})`
  const hrefFrom = from + words.length + 3
  return { from, to, insert, select: { from: hrefFrom, to: hrefFrom + href.length } }
}

const emptyTable = ['| Heading | Heading |', '| --- | --- |', '| Text | Text |'].join('\n')

/** A table of two columns after the block in which the caret stands; its first heading is selected. */
export function insertTable(selected: Selected): TextEdit {
  const edit = insertBlock(selected, emptyTable)
  const from = edit.from + edit.insert.indexOf('Heading')
  return { ...edit, select: { from, to: from + 'Heading'.length } }
}

/** Something that stands by itself, a table or a picture, set off by empty lines from what is before and after the caret's line. */
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

/** A picture as Markdown. Brackets in its description would end it too soon. */
export const pictureMarkdown = (alt: string, href: string): string =>
  `![${alt.replaceAll(/[[\]\\]/g, character => `\\${character}`)}](${href})`
