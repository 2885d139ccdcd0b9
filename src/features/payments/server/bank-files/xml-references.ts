import { unreadable } from './unreadable.ts'

export const notWellFormed = 'This XML file is not well formed.'

/** Sections in which a reference is text, and their ends. */
const sections: Readonly<Record<string, string>> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' }
const sectionOrReference = /<!\[CDATA\[|<!--|<\?|&/g
const reference = /&(?:#x(?<hexadecimal>[0-9a-f]+)|#(?<decimal>\d+)|(?<name>[^\s&;<#]{1,40}));/iy

const predefined = new Set(['amp', 'lt', 'gt', 'apos', 'quot'])
/** Characters of markup stay references, so that the parser does not take them for markup. */
const names: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
}

/**
 * Replaces the numeric character references of an XML file by their characters (XML 1.0, 4.1 and 2.2), which the parser leaves as they are. The five
 * entities that XML defines remain for the parser. Throws `validation` for a character that XML does not allow, for any other entity,
 * and for an `&` alone.
 */
export function decodeReferences(content: string): string {
  const parts: string[] = []
  let copied = 0
  sectionOrReference.lastIndex = 0
  for (let found = sectionOrReference.exec(content); found; found = sectionOrReference.exec(content)) {
    const end = sections[found[0]]
    if (end !== undefined) {
      const at = content.indexOf(end, found.index + found[0].length)
      if (at < 0) throw unreadable(notWellFormed)
      sectionOrReference.lastIndex = at + end.length
      continue
    }
    const { text, character } = referenceAt(content, found.index)
    sectionOrReference.lastIndex = found.index + text.length
    if (character === null) continue
    parts.push(content.slice(copied, found.index), names[character] ?? character)
    copied = found.index + text.length
  }
  return parts.length === 0 ? content : parts.join('') + content.slice(copied)
}

/** The reference at a place; `character` is null for an entity that XML defines. */
function referenceAt(content: string, index: number): { text: string; character: string | null } {
  reference.lastIndex = index
  const found = reference.exec(content)
  if (!found) throw unreadable('This XML file has an “&” that should be written “&amp;”.')
  const [text] = found
  const { hexadecimal, decimal, name } = found.groups ?? {}
  if (name !== undefined) {
    if (predefined.has(name)) return { text, character: null }
    throw unreadable(
      `This XML file has an entity that it may not use: “${text}”. XML itself defines only &amp;, &lt;, &gt;, &apos; and &quot;.`,
    )
  }
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  if (!isCharacter(code) || text.startsWith('&#X'))
    throw unreadable(`This XML file has a character that XML does not allow: “${text.slice(0, 40)}”.`)
  return { text, character: String.fromCodePoint(code) }
}

/** XML 1.0, production 2: no other control characters, no surrogates, nothing beyond Unicode. */
const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)
