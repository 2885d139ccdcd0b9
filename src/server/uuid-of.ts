import { hash } from 'node:crypto'

/**
 * The same id for the same text: what is made again after a crash is recognized by it. Of version 8 (RFC 9562), which leaves the bits to
 * the program.
 */
export function uuidOf(text: string): string {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
