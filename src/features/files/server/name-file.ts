import { fileKinds, type MediaType } from '../domain/file-kinds.ts'

const maxLength = 100

/**
 * The name of a file in its URL: the uploaded name in lower-case letters, digits and hyphens, with the extension of its type.
 * The PNG `Médaille d’or (2).JPEG` becomes `medaille-d-or-2.png`.
 */
export function nameOfFile(uploadedName: string, mediaType: MediaType): string {
  const { extension, isPicture } = fileKinds[mediaType]
  const last = uploadedName.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/\.[^.]{0,10}$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '')
  return `${plain || (isPicture ? 'picture' : 'document')}.${extension}`
}
