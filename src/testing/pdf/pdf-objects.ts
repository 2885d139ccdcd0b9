import { inflateSync } from 'node:zlib'

/** A value of a PDF: names as `/Name`, strings and numbers as such. */
export type Value = null | boolean | number | string | Reference | Value[] | Dictionary
export class Reference {
  readonly ref: number
  constructor(ref: number) {
    this.ref = ref
  }
}
export type Dictionary = { [name: string]: Value }
export type PdfObject = { value: Value; stream: Buffer | null }

/** The objects of a PDF that packs none of them together, as the program writes it. */
export function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const parser = new Parser(text, match.index + match[0].length)
    const value = parser.value()
    objects.set(Number(match[1]), { value, stream: streamAt(pdf, text, parser.at, value) })
  }
  return objects
}

function streamAt(pdf: Buffer, text: string, at: number, value: Value): Buffer | null {
  const begin = /^\s*stream\r?\n/.exec(text.slice(at, at + 20))
  if (!begin || !isDictionary(value)) return null
  const from = at + begin[0].length
  const bytes = pdf.subarray(from, text.indexOf('\nendstream', from))
  return value.Filter === '/FlateDecode' ? inflateSync(bytes) : bytes
}

export const isDictionary = (value: Value | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Reference)

/** Reads one value after the other, from a file or from what a page draws. */
export class Parser {
  readonly #text: string
  at: number
  constructor(text: string, at = 0) {
    this.#text = text
    this.at = at
  }

  get isAtEnd(): boolean {
    this.#skipSpace()
    return this.at >= this.#text.length
  }

  value(): Value {
    this.#skipSpace()
    if (this.#takes('<<')) return this.#dictionary()
    if (this.#takes('[')) return this.#array()
    if (this.#takes('(')) return this.#string()
    if (this.#takes('<')) return textOf(Buffer.from(this.#until('>'), 'hex'))
    const reference = /^(\d+) 0 R\b/.exec(this.#text.slice(this.at, this.at + 20))
    if (reference) {
      this.at += reference[0].length
      return new Reference(Number(reference[1]))
    }
    return this.#word()
  }

  #word(): Value {
    const [word = ''] = /^\/?[^\s/[\]()<>]*/.exec(this.#text.slice(this.at, this.at + 200)) ?? []
    if (word === '') throw new Error(`no value at ${this.at}: ${this.#text.slice(this.at, this.at + 30)}`)
    this.at += word.length
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    return /^[-+.\d]+$/.test(word) ? Number(word) : word
  }

  #dictionary(): Dictionary {
    const dictionary: Dictionary = {}
    for (;;) {
      this.#skipSpace()
      if (this.#takes('>>')) return dictionary
      const name = String(this.value())
      dictionary[name.slice(1)] = this.value()
    }
  }

  #array(): Value[] {
    const values: Value[] = []
    for (;;) {
      this.#skipSpace()
      if (this.#takes(']')) return values
      values.push(this.value())
    }
  }

  #string(): string {
    let bytes = ''
    for (let depth = 1; ; this.at += 1) {
      let letter = this.#text[this.at] ?? ''
      if (letter === '(') depth += 1
      if (letter === ')') depth -= 1
      if (letter === '' || depth === 0) break
      if (letter === '\\') {
        this.at += 1
        letter =
          { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[this.#text[this.at] ?? ''] ??
          this.#text[this.at] ??
          ''
      }
      bytes += letter
    }
    this.at += 1
    return textOf(Buffer.from(bytes, 'latin1'))
  }

  #takes(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.at)) return false
    this.at += mark.length
    return true
  }
  #until(mark: string): string {
    const from = this.at
    this.at = this.#text.indexOf(mark, from) + mark.length
    return this.#text.slice(from, this.at - mark.length)
  }
  #skipSpace(): void {
    while (/\s/.test(this.#text[this.at] ?? '')) this.at += 1
  }
}

/** Text beyond Latin letters is written in UTF-16, behind a mark that says so. */
function textOf(bytes: Buffer): string {
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1')
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
}
