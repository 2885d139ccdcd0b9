import { createHash, hash } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { appendPages, save } from './append-pages.ts'
import { signDigest } from './cms.ts'
import type { Sealer } from './sealer.ts'

/** The place for the signature in bytes: certificates of a public authority take up to 10 KB. */
export const signatureBytes = 16_384
/** Ten digits, as many as a file of 25 MB needs and two more. */
const openNumber = '/**********'

/** The entry of the signature in which the portal says which of the first bytes are the document that people signed. */
export const originalEntry = 'Almoner_Original'

/**
 * Seals a document: appends the record of its signatures and signs the whole file (PAdES baseline B-B, ETSI EN 319 142-1). The file
 * begins with the document's own bytes, so what was signed can be taken out of it and compared.
 *
 * @param record a PDF by writePdf.
 * @throws Error for a document that cannot be read or is encrypted.
 */
export async function sealPdf(
  { document: original, record }: { document: Uint8Array; record: Uint8Array },
  about: { sealedBy: string; reason: string; at: Date },
  sealer: Sealer,
): Promise<Buffer> {
  const document = await PDFDocument.load(original, { forIncrementalUpdate: true, updateMetadata: false })
  const lastPage = appendPages(document, await PDFDocument.load(record, { updateMetadata: false }))
  addSignatureField(document, lastPage.ref, { ...about, original })
  // Object streams would hide the signature's place.
  const open = Buffer.from(await document.commit({ useObjectStreams: false }))
  return await closeSeal(open, original.length, sealer)
}

type About = { sealedBy: string; reason: string; at: Date; original: Uint8Array }

/** The field is hidden, because the record says on a page what the seal covers. */
function addSignatureField({ catalog, context }: PDFDocument, page: PDFRef, about: About): void {
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, PDFName.of('**********'), PDFName.of('**********'), PDFName.of('**********')],
    Contents: PDFHexString.of('00'.repeat(signatureBytes)),
    M: PDFString.fromDate(about.at),
    Name: PDFHexString.fromText(about.sealedBy),
    Reason: PDFHexString.fromText(about.reason),
    [originalEntry]: {
      Length: about.original.length,
      SHA256: PDFHexString.of(hash('sha256', about.original, 'hex')),
    },
  })
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('AlmonerSeal'),
      TU: PDFHexString.fromText('Electronic seal'),
      V: context.register(signature),
      // hidden, printed, locked
      F: 134,
      Rect: [0, 0, 0, 0],
      P: page,
    }),
  )
  context.lookup(page, PDFDict).set(PDFName.of('Annots'), context.obj([field]))
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict) ?? context.obj({})
  const fields = form.lookupMaybe(PDFName.of('Fields'), PDFArray)?.asArray() ?? []
  form.set(PDFName.of('Fields'), context.obj([...fields, field]))
  form.set(PDFName.of('SigFlags'), context.obj(3))
  // It would make readers draw fields again, which changes what was sealed.
  form.delete(PDFName.of('NeedAppearances'))
  const formRef = catalog.get(PDFName.of('AcroForm'))
  if (formRef instanceof PDFRef) save(context, formRef)
  else catalog.set(PDFName.of('AcroForm'), context.register(form))
}

/** Writes the byte range and the signature into their places. */
async function closeSeal(pdf: Buffer, searchFrom: number, sealer: Sealer): Promise<Buffer> {
  const rangeText = `[ 0 ${openNumber} ${openNumber} ${openNumber} ]`
  const rangeAt = pdf.indexOf(rangeText, searchFrom, 'latin1')
  const start = pdf.indexOf(`<${'00'.repeat(signatureBytes)}>`, rangeAt, 'latin1')
  if (rangeAt < 0 || start < 0) throw new Error('the PDF has no place for a signature')
  const end = start + 2 * signatureBytes + 2
  pdf.write(`[0 ${start} ${end} ${pdf.length - end}]`.padEnd(rangeText.length), rangeAt, 'latin1')
  const digest = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest()
  const cms = await signDigest(digest, sealer)
  if (cms.length > signatureBytes)
    throw new Error(`the signature has ${cms.length} of ${signatureBytes} bytes`)
  pdf.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1')
  return pdf
}
