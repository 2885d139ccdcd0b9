import { type Dictionary, isDictionary, objectsOf, Parser, Reference, type Value } from './pdf-objects.ts'

/** What somebody hears of a PDF: its structure, each part with its words or with others. */
export type Heard = { type: string; attributes: Dictionary; words: string; parts: Heard[] }

export type ReadPdf = {
  catalog: Dictionary
  info: Dictionary
  metadata: string
  pages: number
  structure: Heard
  fonts: { name: string; isEmbedded: boolean }[]
  links: { to: string; words: string; isInStructure: boolean }[]
  /** The words that are drawn and belong to no part: what only the eye sees. */
  unheard: string
}

/** Reads a PDF back as the program wrote it, without the program's own code. */
export function readPdf(pdf: Buffer): ReadPdf {
  const objects = objectsOf(pdf)
  const resolve = (value: Value | undefined): Value =>
    value instanceof Reference ? (objects.get(value.ref)?.value ?? null) : (value ?? null)
  const dictionary = (value: Value | undefined): Dictionary => {
    const found = resolve(value)
    return isDictionary(found) ? found : {}
  }
  const list = (value: Value | undefined): Value[] => {
    const found = resolve(value)
    return Array.isArray(found) ? found : found === null ? [] : [found]
  }
  const streamOf = (value: Value | undefined) =>
    (value instanceof Reference && objects.get(value.ref)?.stream?.toString('latin1')) || ''

  const trailer = dictionaryAfter(pdf.toString('latin1'), 'trailer')
  const catalog = dictionary(trailer.Root)
  const pages = list(dictionary(catalog.Pages).Kids)
  const fonts = new Map<string, boolean>()
  const unheard: string[] = []
  const spoken = new Map<string, string>()
  const links: ReadPdf['links'] = []
  for (const page of pages) {
    const { Contents, Resources, Annots } = dictionary(page)
    const alphabets = new Map<string, Map<number, string>>()
    for (const [name, font] of Object.entries(dictionary(dictionary(Resources).Font))) {
      const { BaseFont, DescendantFonts, ToUnicode } = dictionary(font)
      const descriptor = dictionary(dictionary(list(DescendantFonts)[0]).FontDescriptor)
      fonts.set(String(BaseFont), 'FontFile2' in descriptor)
      alphabets.set(name, alphabetOf(streamOf(ToUnicode)))
    }
    const drawn = plainTextOf(list(Contents).length > 0 ? streamOf(Contents) : '', alphabets)
    for (const [id, words] of drawn.parts) spoken.set(`${keyOf(page)} ${id}`, words)
    unheard.push(drawn.unheard)
    for (const each of list(Annots)) {
      const { A, Contents: words, StructParent } = dictionary(each)
      const { URI, D } = dictionary(A)
      links.push({
        to: String(URI ?? `#${D}`),
        words: String(words ?? ''),
        isInStructure: typeof StructParent === 'number',
      })
    }
  }

  const hear = (value: Value, page: Value): Heard => {
    const { S, K, Pg, ...attributes } = dictionary(value)
    const own = Pg ?? page
    const heard: Heard = { type: String(S).slice(1), attributes, words: '', parts: [] }
    for (const part of list(K)) {
      const inside = dictionary(part)
      if (typeof part === 'number') heard.words += spoken.get(`${keyOf(own)} ${part}`) ?? ''
      else if (inside.Type === '/MCR')
        heard.words += spoken.get(`${keyOf(inside.Pg ?? own)} ${inside.MCID}`) ?? ''
      else if (inside.Type !== '/OBJR') {
        const child = hear(part, own)
        heard.parts.push(child)
        heard.words += child.words
      }
    }
    return heard
  }
  const root = dictionary(catalog.StructTreeRoot)
  return {
    catalog,
    info: Object.fromEntries(
      Object.entries(dictionary(trailer.Info)).map(([name, value]) => [name, resolve(value)]),
    ),
    metadata: streamOf(catalog.Metadata),
    pages: pages.length,
    structure: hear(list(root.K)[0] ?? null, null),
    fonts: [...fonts].map(([name, isEmbedded]) => ({ name, isEmbedded })),
    links,
    unheard: unheard.join('\n'),
  }
}

/** Every part of a kind, in the order in which it is heard. */
export function partsOf(heard: Heard, ...types: string[]): Heard[] {
  return heard.parts.flatMap(part => [
    ...(types.includes(part.type) ? [part] : []),
    ...partsOf(part, ...types),
  ])
}

const keyOf = (value: Value | undefined) => (value instanceof Reference ? value.ref : '')

function dictionaryAfter(text: string, word: string): Dictionary {
  const found = new Parser(text, text.lastIndexOf(word) + word.length).value()
  if (!isDictionary(found)) throw new Error(`no dictionary after ${word}`)
  return found
}

/** Which letters a glyph stands for, by the table that lets people search and copy. */
function alphabetOf(table: string): Map<number, string> {
  const alphabet = new Map<number, string>()
  for (const [, from = '', to = '', list = ''] of table.matchAll(
    /<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi,
  )) {
    const texts = [...list.matchAll(/<([0-9a-f ]*)>/gi)]
    const first = Number.parseInt(from, 16)
    texts.forEach(([, hex = ''], index) => {
      const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      if (first + index <= Number.parseInt(to, 16))
        alphabet.set(first + index, bytes.swap16().toString('utf16le'))
    })
  }
  return alphabet
}

/** What a page draws, by the numbers under which the structure knows it. */
function plainTextOf(
  content: string,
  alphabets: ReadonlyMap<string, ReadonlyMap<number, string>>,
): { parts: Map<number, string>; unheard: string } {
  const parts = new Map<number, string>()
  const open: (number | null)[] = []
  let unheard = ''
  let alphabet: ReadonlyMap<number, string> = new Map()
  const operands: Value[] = []
  const parser = new Parser(content)
  while (!parser.isAtEnd) {
    const value = parser.value()
    if (typeof value !== 'string' || !/^(BDC|BMC|EMC|Tf|TJ)$/.test(value)) {
      operands.push(value)
      continue
    }
    const last = operands.at(-1)
    if (value === 'BMC') open.push(null)
    if (value === 'BDC') open.push(isDictionary(last) && typeof last.MCID === 'number' ? last.MCID : null)
    if (value === 'EMC') open.pop()
    if (value === 'Tf') alphabet = alphabets.get(String(operands.at(-2)).slice(1)) ?? alphabet
    if (value === 'TJ' && Array.isArray(last)) {
      const words = last.map(part => (typeof part === 'string' ? lettersOf(part, alphabet) : '')).join('')
      const id = open.at(-1)
      if (typeof id === 'number') parts.set(id, (parts.get(id) ?? '') + words)
      else unheard += `${words}\n`
    }
    operands.length = 0
  }
  return { parts, unheard }
}

function lettersOf(glyphs: string, alphabet: ReadonlyMap<number, string>): string {
  const bytes = Buffer.from(glyphs, 'latin1')
  let letters = ''
  for (let at = 0; at + 1 < bytes.length; at += 2) letters += alphabet.get(bytes.readUInt16BE(at)) ?? '�'
  return letters
}
