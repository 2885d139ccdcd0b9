import { inflateSync } from 'node:zlib'

const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16

/**
 * The TrueType or OpenType font within a WOFF file (WOFF 1.0, https://www.w3.org/TR/WOFF/), with its tables inflated. fontkit reads
 * WOFF files itself, but inflates the table of outlines again for each glyph, which takes two thirds of the time of a short document.
 *
 * @throws Error if the file is no WOFF 1.0, or a table does not have the length that the file states.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the font is not a WOFF 1.0 file')
  const flavor = woff.readUInt32BE(4)
  const tableCount = woff.readUInt16BE(12)
  const tables = Array.from({ length: tableCount }, (_, index) =>
    readTable(woff, woffHeaderBytes + index * woffEntryBytes),
  )
  const header = Buffer.alloc(sfntHeaderBytes + tableCount * sfntEntryBytes)
  header.writeUInt32BE(flavor, 0)
  header.writeUInt16BE(tableCount, 4)
  // What a binary search of the directory starts with.
  const searched = 2 ** Math.floor(Math.log2(tableCount))
  header.writeUInt16BE(searched * sfntEntryBytes, 6)
  header.writeUInt16BE(Math.log2(searched), 8)
  header.writeUInt16BE((tableCount - searched) * sfntEntryBytes, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = sfntHeaderBytes + index * sfntEntryBytes
    header.write(tag, entry, 'latin1')
    header.writeUInt32BE(checksum, entry + 4)
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(bytes.length, entry + 12)
    // Tables start at multiples of four bytes.
    const padding = Buffer.alloc(-bytes.length & 3)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}

type Table = { tag: string; checksum: number; bytes: Buffer }

function readTable(woff: Buffer, entry: number): Table {
  const tag = woff.toString('latin1', entry, entry + 4)
  const offset = woff.readUInt32BE(entry + 4)
  const storedLength = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const stored = woff.subarray(offset, offset + storedLength)
  // A table that deflating would not make shorter is stored as it is.
  const bytes = storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored
  if (bytes.length !== length) throw new Error(`the table ${tag} of the font has ${bytes.length} bytes`)
  return { tag, checksum: woff.readUInt32BE(entry + 16), bytes }
}
