import type { Definition, Nodes } from 'mdast'
import { fillIn, type PlaceholderValues } from '../../domain/placeholders.ts'

export type Picture = { alt: string; widthPx: number; heightPx: number }

/** What a text can refer to. */
export type Surroundings = {
  placeholders: PlaceholderValues
  /** The client's picture at an address; undefined if there is none. */
  pictureAt(href: string): Picture | undefined
}

/** A note about text that visitors see differently; `line` from 1. */
export type Note = { line: number | null; text: string }

const maxNodes = 4_000
const maxNotes = 50

/** The state while one text is parsed. */
export type Reader = {
  surroundings: Surroundings
  definitions: ReadonlyMap<string, Definition>
  notes: Note[]
  note(node: Nodes, text: string): void
  /** Whether the tree can take another node; adds a note the first time it cannot. */
  hasRoom(node: Nodes): boolean
  /** The text with placeholders replaced and control characters removed. */
  text(node: Nodes, text: string): string
  /** A unique id for a heading of this text. */
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
    if (!isKnown && notes.length < maxNotes) notes.push({ line, text })
  }
  return {
    surroundings,
    definitions,
    notes,
    note,
    hasRoom: node => {
      nodes += 1
      if (nodes === maxNodes) note(node, 'The text is too long. The rest is left out.')
      return nodes < maxNodes
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

/** Ids of the page itself (index.html and the shell), which a heading must not use. */
const takenIds = ['root', 'main', 'client-context', 'shell-content', 'screen-content']

/** Removes control characters and bidirectional overrides. */
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
