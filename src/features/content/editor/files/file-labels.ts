import { keysOf } from '../../../../domain/keys-of.ts'
import { sizeLabel } from '../../../../web/ui/text/size-label.ts'
import { fileKinds, type MediaType, maxPdfBytes, maxPictureBytes } from '../../../files/domain/file-kinds.ts'
import type { ManagedFile } from '../../../files/files.contract.ts'
import type { FileKind } from './file-choice.ts'

const mb = 1024 * 1024

/** `PNG, 640 × 480, 120 KB`. */
export function factsText(file: ManagedFile, locale: string): string {
  const { mediaType, widthPx, heightPx, bytes } = file
  const size = widthPx === null || heightPx === null ? [] : [`${widthPx} × ${heightPx}`]
  return [fileKinds[mediaType].label, ...size, sizeLabel(bytes, locale)].join(', ')
}

export const isPicture = (mediaType: MediaType): boolean => fileKinds[mediaType].isPicture

// Object.keys returns string[], although these are exactly the record's keys.
const types = keysOf(fileKinds)

/** For the `accept` attribute. The server detects the real type from the content. */
export const acceptOf = (kind: FileKind): string =>
  types.filter(type => kind === 'all' || isPicture(type) === (kind === 'picture')).join(',')

export const limitsOf = {
  picture: `PNG, JPEG, WebP, GIF; up to ${maxPictureBytes / mb} MB`,
  pdf: `PDF, up to ${maxPdfBytes / mb} MB`,
  all: `Pictures (PNG, JPEG, WebP, GIF) up to ${maxPictureBytes / mb} MB, PDFs up to ${maxPdfBytes / mb} MB`,
} as const satisfies Record<FileKind, string>

/** Why a file cannot be uploaded, as far as the browser can tell; null if it can. */
export function refusalOf(file: File, kind: FileKind): string | null {
  const isPdf = file.type === 'application/pdf'
  const isKnownPicture = types.some(type => type === file.type && isPicture(type))
  if (kind === 'picture' && !isKnownPicture) return `This picture type isn’t supported. ${limitsOf.picture}.`
  if (kind === 'pdf' && !isPdf) return `This isn’t a PDF. ${limitsOf.pdf}.`
  if (!isPdf && !isKnownPicture) return `This file type isn’t supported. ${limitsOf.all}.`
  if (file.size > (isPdf ? maxPdfBytes : maxPictureBytes))
    return `The file is too large. ${limitsOf[isPdf ? 'pdf' : 'picture']}.`
  return null
}
