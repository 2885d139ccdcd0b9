import { maxDocumentBytes } from '../../domain/document-files.ts'
import { type ReadFile, signatures, startsWith, withHash } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

const accepted = ['application/pdf', 'image/png', 'image/jpeg'] as const

const notAccepted = () =>
  new RefusedFile('This file is neither a PDF nor a picture (PNG or JPEG). Nothing was saved.')

/**
 * Detects the type of an account's document by its bytes. A PDF stays byte for byte as it came, because it may be signed; a picture is
 * written again, which removes its metadata and anything after its end.
 *
 * @throws RefusedFile with the reason.
 */
export async function readDocument(uploaded: Uint8Array): Promise<ReadFile> {
  const mediaType = accepted.find(type => startsWith(uploaded, signatures[type]))
  if (mediaType === undefined) throw notAccepted()
  if (mediaType === 'application/pdf') {
    refuseSecondType(Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.length))
    const { checkPdf } = await import('./read-pdf.ts')
    await checkPdf(new Uint8Array(uploaded))
    return withHash({ mediaType, bytes: uploaded, size: null })
  }
  const { rewritePicture } = await import('./read-picture.ts')
  return withHash({ mediaType, ...(await rewritePicture(uploaded, mediaType, maxDocumentBytes)) })
}

/** The end of a ZIP archive is this long, with a comment of at most 64 KB after it. */
const zipEndBytes = 22
const maxCommentBytes = 65_535

/** A PDF that is also a page or an archive is two files, of which only one was checked. */
function refuseSecondType(pdf: Buffer): void {
  const endAt = pdf.lastIndexOf('%%EOF')
  // Without an end it is damaged, which checkPdf says.
  const afterEnd = endAt < 0 ? Buffer.alloc(0) : pdf.subarray(endAt + 5)
  const isPage = /<(html|script|svg|body|!doctype|\?php)/i.test(pdf.toString('latin1', 0, 1024))
  if (isPage || afterEnd.some(byte => byte > 0x20) || isArchive(pdf))
    throw new RefusedFile(
      'The file is a PDF and at the same time a file of another type. Save it as a new PDF and upload it again.',
    )
}

function isArchive(file: Buffer): boolean {
  const end = file.subarray(-zipEndBytes - maxCommentBytes)
  const at = end.lastIndexOf('PK\x05\x06')
  return (
    at >= 0 && end.length - at >= zipEndBytes && end.readUInt16LE(at + 20) === end.length - at - zipEndBytes
  )
}
