import type { ByteRange } from '../../../server/files/files.ts'

/**
 * The range that a Range header asks for (RFC 9110 §14). Null: the whole file, also for headers that may be ignored, such as several
 * ranges at once. `unsatisfiable`: the file has no such bytes.
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = parts ?? []
  if (!parts || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes }
  }
  const start = Number(first)
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes)
  // A range that ends before it begins is malformed, and so ignored.
  if (last !== '' && Number(last) < start) return null
  return start >= bytes ? 'unsatisfiable' : { start, end }
}
