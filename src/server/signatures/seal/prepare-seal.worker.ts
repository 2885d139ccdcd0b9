import { createHash, hash } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { appendPages, save } from './append-pages.ts'
import { originalEntry, signatureBytes } from './seal-format.ts'

// Runs in a thread (seal-pdf.ts), without the key.

type ToSeal = {
  document: Uint8Array
  /** Null: nothing is added to the document. */
  record: Uint8Array | null
  about: { sealedBy: string; reason: string; at: Date }
}

/** A document with an empty signature, whose digest is to be signed. `signatureAt`: where its hexadecimal digits begin. */
type OpenSeal = { pdf: Uint8Array; digest: Uint8Array; signatureAt: number }

/** Ten digits, as many as a file of 25 MB needs and two more. */
const openNumber = '/**********'

/** Appends the record to the document, if it has one, and a place for the signature. Throws Error for a document that cannot be read or is encrypted. */
export default async function prepareSeal({ document: original, record, about }: ToSeal): Promise<OpenSeal> {
  const document = await PDFDocument.load(original, { forIncrementalUpdate: true, updateMetadata: false })
  const lastPage =
    record === null
      ? document.getPage(document.getPageCount() - 1)
      : appendPages(document, await PDFDocument.load(record, { updateMetadata: false }))
  addSignatureField(document, lastPage.ref, { ...about, original })
  // Object streams would hide the signature's place.
  const open = Buffer.from(await document.commit({ useObjectStreams: false }))
  return setByteRange(open, original.length)
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
  save(context, page)
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

/** Writes the byte range of the signature into its place. */
function setByteRange(pdf: Buffer, searchFrom: number): OpenSeal {
  const rangeText = `[ 0 ${openNumber} ${openNumber} ${openNumber} ]`
  const rangeAt = pdf.indexOf(rangeText, searchFrom, 'latin1')
  const start = pdf.indexOf(`<${'00'.repeat(signatureBytes)}>`, rangeAt, 'latin1')
  if (rangeAt < 0 || start < 0) throw new Error('the PDF has no place for a signature')
  const end = start + 2 * signatureBytes + 2
  pdf.write(`[0 ${start} ${end} ${pdf.length - end}]`.padEnd(rangeText.length), rangeAt, 'latin1')
  const digest = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest()
  return { pdf, digest, signatureAt: start + 1 }
}
