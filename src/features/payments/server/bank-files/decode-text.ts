import { unreadable } from './unreadable.ts'

/**
 * The text of a bank file: in the encoding that its byte order mark or its XML declaration says, else in UTF-8, or in that of
 * Windows if it is no XML. Throws `validation` for
 * bytes that are not text in it, and for an encoding that is not known.
 */
export function decodeText(bytes: Uint8Array): string {
  if (workbooks.some(start => start.every((byte, index) => bytes[index] === byte)))
    throw unreadable(
      'This is a workbook. Ask the bank for a file in one of its own formats, or save it as comma-separated values.',
    )
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, '')
  } catch {
    // Files without a declaration, such as comma-separated values, are often in the encoding of Windows.
    if (encoding === 'utf-8' && !/^\s*<|\0/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 1000))))
      return new TextDecoder('windows-1252').decode(bytes)
    throw unreadable(`The file is not text in ${encoding.slice(0, 40).toUpperCase()}.`)
  }
}

/** How workbooks begin, as archives and as older files of Excel. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const

/** Byte order marks, and `<?` in two bytes each, where there is none. */
const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
  { bytes: [0x3c, 0x00, 0x3f, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3c, 0x00, 0x3f], encoding: 'utf-16be' },
] as const

function encodingOf(bytes: Uint8Array): string {
  const mark = marks.find(each => each.bytes.every((byte, index) => bytes[index] === byte))
  if (mark) return mark.encoding
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}
