import { fileKinds, type MediaType } from '../domain/file-kinds.ts'

const longest = 100

/**
 * What the address of a file ends with: its own name in small letters, digits and hyphens, and the ending of what it is.
 * `Médaille d’or (2).JPEG` that is a PNG: `medaille-d-or-2.png`.
 */
export function nameOfFile(given: string, mediaType: MediaType): string {
  const { extension, isPicture } = fileKinds[mediaType]
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/\.[^.]{0,10}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '')
  return `${plain || (isPicture ? 'picture' : 'document')}.${extension}`
}
