import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pictureFile } from '../../../clients/clients-folder.ts'

type Picture = { svg: Buffer; etag: string }

const pictures = new Map<string, Picture>()

/** A drawing by the name in a client's configuration. Read once and cached. */
export function readPicture(name: string): Picture {
  const found = pictures.get(name) ?? readFromFolder(name)
  pictures.set(name, found)
  return found
}

function readFromFolder(name: string): Picture {
  const svg = readFileSync(pictureFile(name))
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 27)}"` }
}
