import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Picture = { svg: Buffer; etag: string }

const folder = new URL('../../../clients/pictures/', import.meta.url)
const pictures = new Map<string, Picture>()

/** A drawing of src/clients/pictures by the name in a client's configuration. Read once and cached. */
export function readPicture(name: string): Picture {
  const found = pictures.get(name) ?? readFromFolder(name)
  pictures.set(name, found)
  return found
}

function readFromFolder(name: string): Picture {
  const svg = readFileSync(new URL(`${name}.svg`, folder))
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 27)}"` }
}
