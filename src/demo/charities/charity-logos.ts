import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { keyOfLogo } from '../../features/charity-profiles/server/charity-logos.ts'
import type { Files } from '../../server/files/files.ts'
import { seededRandom } from '../random.ts'

const heightPx = 120
const emblems = [
  '<path d="M60 18c26 22 26 62 0 84-26-22-26-62 0-84Z"/>',
  '<path d="M22 78a38 38 0 0 1 76 0Z"/><path d="M22 90h76v8H22Z"/>',
  '<circle cx="60" cy="60" r="40"/><circle cx="60" cy="60" r="18" fill="#fff"/>',
  '<path d="M60 18 102 96H18Z"/>',
  '<path d="M22 44q19-18 38 0t38 0v14q-19 18-38 0t-38 0ZM22 74q19-18 38 0t38 0v14q-19 18-38 0t-38 0Z"/>',
] as const

/** Draws an emblem for a charity of the demonstration and stores it; returns the logo's name. */
export async function storeLogo(files: Files, realm: string, charityId: string): Promise<string> {
  const random = seededRandom(`logo ${charityId}`)
  const color = `hsl(${random.integer(0, 359)} 45% 34%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="${heightPx}" height="${heightPx}"><rect width="120" height="120" fill="#fff"/><g fill="${color}">${random.pick(emblems)}</g></svg>`
  const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  const name = `${randomUUID()}.png`
  await files.put(keyOfLogo(realm, name), bytes)
  return name
}
