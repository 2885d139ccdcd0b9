/** The files that an account's documents may be (§17). Their bytes decide the type. */
export const documentFiles = {
  'application/pdf': { extension: 'pdf', label: 'PDF' },
  'image/png': { extension: 'png', label: 'PNG' },
  'image/jpeg': { extension: 'jpg', label: 'JPEG' },
} as const satisfies Record<string, { extension: string; label: string }>
export type DocumentMediaType = keyof typeof documentFiles

export const maxDocumentBytes = 25 * 1024 * 1024
export const maxDocuments = 1000

/** The same for people and for the file dialog of a browser. */
export const documentLimits = `${Object.values(documentFiles)
  .map(({ label }) => label)
  .join(', ')}; up to ${maxDocumentBytes / 1024 / 1024} MB`
export const acceptedDocuments = Object.keys(documentFiles).join(',')

const maxNameLength = 100
/** Names of devices, which Windows opens instead of a file. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * The name under which people save a document: without a path, quotes, or characters that nobody sees, and with the extension of its
 * type. `..\Agency agreement "2 May".PDF.exe` becomes `Agency agreement 2 May.PDF.pdf`.
 */
export function nameOfDocument(uploadedName: string, mediaType: DocumentMediaType): string {
  const { extension } = documentFiles[mediaType]
  const last = uploadedName.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.[^.]{0,10}$/, '')
    // Letters, digits, combining marks and what people write in names; a hyphen of any kind.
    .replaceAll(/[^\p{L}\p{M}\p{N} .,_()&+'’–-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = [...plain]
    .slice(0, maxNameLength)
    .join('')
    .replaceAll(/^[ .-]+|[ .]+$/g, '')
  return `${short === '' || deviceName.test(short) ? 'Document' : short}.${extension}`
}
