import { brotliDecompressSync } from 'node:zlib'
import { type Contours, encodeGlyph, sfntOf, type Tables } from './sfnt.ts'

// The faces of the web come packed as WOFF2 (W3C, WOFF File Format 2.0), which keeps outlines in streams of its own. What reads
// fonts for PDFs wants them as TrueType has them; this puts them back, without the hints for screens of few pixels.

const knownTags =
  'cmap,head,hhea,hmtx,maxp,name,OS/2,post,cvt ,fpgm,glyf,loca,prep,CFF ,VORG,EBDT,EBLC,gasp,hdmx,kern,LTSH,PCLT,VDMX,vhea,' +
  'vmtx,BASE,GDEF,GPOS,GSUB,EBSC,JSTF,MATH,CBDT,CBLC,COLR,CPAL,SVG ,sbix,acnt,avar,bdat,bloc,bsln,cvar,fdsc,feat,fmtx,fvar,' +
  'gvar,hsty,just,lcar,mort,morx,opbd,prop,trak,Zapf,Silf,Glat,Gloc,Feat,Sill'
const tags = knownTags.split(',')
const headerBytes = 48

type Entry = { tag: string; bytes: number; isTransformed: boolean }

/** The font as TrueType; its default weight, and all that its variations need. */
export function trueTypeOf(woff2: Buffer): Buffer {
  if (woff2.toString('latin1', 0, 4) !== 'wOF2') throw new Error('this is no WOFF2 font')
  const directory = new Reader(woff2, headerBytes)
  const entries = Array.from({ length: woff2.readUInt16BE(12) }, () => entryOf(directory))
  const packed = woff2.subarray(directory.at, directory.at + woff2.readUInt32BE(20))
  const data = new Reader(brotliDecompressSync(packed))
  const tables: Tables = {}
  const transformed: Tables = {}
  for (const { tag, bytes, isTransformed } of entries)
    (isTransformed ? transformed : tables)[tag] = data.take(bytes)

  const { glyf, hmtx } = transformed
  if (glyf) Object.assign(tables, outlinesOf(new Reader(glyf)))
  if (hmtx) tables.hmtx = metricsOf(new Reader(hmtx), tables)
  // The offsets of the outlines written here take four bytes each.
  tables.head?.writeInt16BE(1, 50)
  return sfntOf(tables)
}

function entryOf(reader: Reader): Entry {
  const flags = reader.uint8()
  const known = tags[flags & 63]
  const tag = known ?? reader.take(4).toString('latin1')
  const version = flags >> 6
  const bytes = reader.base128()
  // Outlines are transformed unless they say that they are not; everything else the other way round.
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
  return { tag, bytes: isTransformed ? reader.base128() : bytes, isTransformed }
}

/** WOFF2 5.1: how many contours, how many points, their flags and places each stand in a stream of their own. */
function outlinesOf(reader: Reader): Tables {
  reader.skip(4)
  const glyphs = reader.uint16()
  reader.skip(2)
  const sizes = Array.from({ length: 7 }, () => reader.uint32())
  const [contours, points, flags, places, composites] = sizes.map(size => new Reader(reader.take(size)))
  if (!contours || !points || !flags || !places || !composites) throw new Error('the font has no outlines')
  const written: Buffer[] = []
  for (let glyph = 0; glyph < glyphs; glyph += 1) {
    const count = contours.int16()
    if (count === 0) written.push(Buffer.alloc(0))
    else if (count < 0) written.push(compositeOf(composites, places))
    else written.push(encodeGlyph(simpleOf(count, { points, flags, places })))
  }
  return locate(written)
}

/** The outlines one behind the other, and where each begins. */
export function locate(glyphs: readonly Buffer[]): { glyf: Buffer; loca: Buffer } {
  const loca = Buffer.alloc(4 * (glyphs.length + 1))
  const padded = glyphs.map(glyph => Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]))
  let at = 0
  padded.forEach((glyph, index) => {
    loca.writeUInt32BE(at, 4 * index)
    at += glyph.length
  })
  loca.writeUInt32BE(at, 4 * glyphs.length)
  return { glyf: Buffer.concat(padded), loca }
}

type Streams = { points: Reader; flags: Reader; places: Reader }

function simpleOf(count: number, { points, flags, places }: Streams): Contours {
  const lengths = Array.from({ length: count }, () => points.uint255())
  let x = 0
  let y = 0
  const contours = lengths.map(length =>
    Array.from({ length }, () => {
      const flag = flags.uint8()
      const step = stepOf(flag & 127, places)
      x += step.x
      y += step.y
      return { x, y, isOnCurve: flag < 128 }
    }),
  )
  // Instructions for the outline: how many there are stands among the places.
  places.uint255()
  return contours
}

/** WOFF2 5.2: a flag says how many bytes a step takes, and which of its bits are x's, y's and the signs. */
function stepOf(flag: number, places: Reader): { x: number; y: number } {
  const signed = (isPositive: number, value: number) => (isPositive ? value : -value)
  if (flag < 10) return { x: 0, y: signed(flag & 1, ((flag & 14) << 7) + places.uint8()) }
  if (flag < 20) return { x: signed(flag & 1, (((flag - 10) & 14) << 7) + places.uint8()), y: 0 }
  const ySign = (flag >> 1) & 1
  if (flag < 84) {
    const base = flag - 20
    const both = places.uint8()
    return {
      x: signed(flag & 1, 1 + (base & 0x30) + (both >> 4)),
      y: signed(ySign, 1 + ((base & 0x0c) << 2) + (both & 15)),
    }
  }
  if (flag < 120) {
    const base = flag - 84
    const x = 1 + (Math.floor(base / 12) << 8) + places.uint8()
    return { x: signed(flag & 1, x), y: signed(ySign, 1 + (((base % 12) >> 2) << 8) + places.uint8()) }
  }
  if (flag < 124) {
    const [first, second, third] = [places.uint8(), places.uint8(), places.uint8()]
    return {
      x: signed(flag & 1, (first << 4) + (second >> 4)),
      y: signed(ySign, ((second & 15) << 8) + third),
    }
  }
  const x = places.uint16()
  return { x: signed(flag & 1, x), y: signed(ySign, places.uint16()) }
}

/** A letter with its accent, made of two others: as it stands in TrueType, but for its instructions. */
function compositeOf(composites: Reader, places: Reader): Buffer {
  const header = Buffer.alloc(10)
  header.writeInt16BE(-1, 0)
  const parts: Buffer[] = [header]
  let flags = 0
  do {
    flags = composites.peek16()
    const placeBytes = flags & 1 ? 4 : 2
    const scaleBytes = flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    const part = Buffer.from(composites.take(4 + placeBytes + scaleBytes))
    if (flags & 0x100) part.writeUInt16BE(flags & ~0x100, 0)
    parts.push(part)
    if (flags & 0x100) places.uint255()
  } while (flags & 0x20)
  return Buffer.concat(parts)
}

/** WOFF2 5.4: widths, and how far outlines begin from the left where that is not where they begin. */
function metricsOf(reader: Reader, { hhea, maxp }: Tables): Buffer {
  const wide = hhea?.readUInt16BE(34) ?? 0
  const glyphs = maxp?.readUInt16BE(4) ?? 0
  const flags = reader.uint8()
  const widths = Array.from({ length: wide }, () => reader.uint16())
  const bearing = (isAbsent: number) => (isAbsent ? 0 : reader.int16())
  const bearings = Array.from({ length: glyphs }, (_, glyph) => bearing(flags & (glyph < wide ? 1 : 2)))
  const hmtx = Buffer.alloc(4 * wide + 2 * (glyphs - wide))
  for (let glyph = 0; glyph < glyphs; glyph += 1) {
    if (glyph < wide) hmtx.writeUInt16BE(widths[glyph] ?? 0, 4 * glyph)
    hmtx.writeInt16BE(bearings[glyph] ?? 0, glyph < wide ? 4 * glyph + 2 : 2 * (wide + glyph))
  }
  return hmtx
}

class Reader {
  readonly #bytes: Buffer
  at: number
  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }
  take(bytes: number): Buffer {
    this.at += bytes
    return this.#bytes.subarray(this.at - bytes, this.at)
  }
  skip(bytes: number): void {
    this.at += bytes
  }
  peek16(): number {
    return this.#bytes.readUInt16BE(this.at)
  }
  uint8(): number {
    return this.take(1).readUInt8()
  }
  uint16(): number {
    return this.take(2).readUInt16BE()
  }
  int16(): number {
    return this.take(2).readInt16BE()
  }
  uint32(): number {
    return this.take(4).readUInt32BE()
  }
  /** Seven bits a byte, the highest first; the eighth says that more come. */
  base128(): number {
    let value = 0
    let byte = 0
    do {
      byte = this.uint8()
      value = value * 128 + (byte & 127)
    } while (byte >= 128)
    return value
  }
  /** Small numbers in one byte, up to 758 in two, the rest in three. */
  uint255(): number {
    const code = this.uint8()
    if (code === 253) return this.uint16()
    if (code === 254) return this.uint8() + 506
    if (code === 255) return this.uint8() + 253
    return code
  }
}
