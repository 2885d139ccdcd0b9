import type { Definition, Nodes } from 'mdast'
import { fillIn, type PlaceholderValues } from '../../domain/placeholders.ts'

export type Picture = { alt: string; widthPx: number; heightPx: number }

/** What a text can refer to. */
export type Surroundings = {
  placeholders: PlaceholderValues
  /** A picture of the client's own by its address; undefined where there is none. */
  pictureAt(href: string): Picture | undefined
}

/** What visitors will not see as it was written; `line` from 1. */
export type Note = { line: number | null; text: string }

const nodesAtMost = 4_000
const notesAtMost = 50

/** What is kept while one text is read. */
export type Reader = {
  surroundings: Surroundings
  definitions: ReadonlyMap<string, Definition>
  notes: Note[]
  note(node: Nodes, text: string): void
  /** Whether there is room for one more node; says so once where there is not. */
  hasRoom(node: Nodes): boolean
  /** As people read it: placeholders filled in, and without what is no letter, sign or space. */
  text(node: Nodes, text: string): string
  /** An id for a heading that no other of this text has. */
  headingId(text: string): string
  lastHeadingLevel: number
}

export function readerOf(surroundings: Surroundings, definitions: ReadonlyMap<string, Definition>): Reader {
  const notes: Note[] = []
  const ids = new Set<string>(takenIds)
  let nodes = 0
  const note: Reader['note'] = (node, text) => {
    const line = node.position?.start.line ?? null
    const isKnown = notes.some(each => each.text === text && each.line === line)
    if (!isKnown && notes.length < notesAtMost) notes.push({ line, text })
  }
  return {
    surroundings,
    definitions,
    notes,
    note,
    hasRoom: node => {
      nodes += 1
      if (nodes === nodesAtMost) note(node, 'The text is too long. The rest is left out.')
      return nodes < nodesAtMost
    },
    text: (node, text) => {
      const filled = fillIn(text, surroundings.placeholders, name =>
        note(node, `The placeholder {${name}} doesn’t exist and is shown as typed.`),
      )
      const clean = readable(filled)
      if (clean !== filled) note(node, 'Invisible characters were removed.')
      return clean
    },
    headingId: text => {
      const slug = slugOf(text)
      let id = slug
      for (let nr = 2; ids.has(id); nr++) id = `${slug}-${nr}`
      ids.add(id)
      return id
    },
    lastHeadingLevel: 1,
  }
}

/** Ids of the page itself (src/web/index.html and its frame), which a heading must not take. */
const takenIds = ['root', 'main', 'client-context', 'shell-content']

/** Without control signs and those that turn the direction of the text around them. */
const readable = (text: string) =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|[\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FFFE}\u{FFFF}]/gu, '')

/** `When do you pay grants?` → `when-do-you-pay-grants` */
function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return slug === '' ? 'section' : slug
}
