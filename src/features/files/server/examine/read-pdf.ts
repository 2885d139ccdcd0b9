import {
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHeader,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFString,
} from '@cantoo/pdf-lib'
import { checkArrayEntry, checkDictionaryEntry, checkStream, encrypted } from './pdf-rules.ts'
import { RefusedFile } from './refused-file.ts'

const maxObjects = 200_000
const maxStreams = 20_000
const maxPages = 2_000
/** The limit for chains of references to references, which normal files do not have. */
const maxReferenceHops = 8

const unreadable = () =>
  new RefusedFile('The PDF is damaged or can’t be read completely. Save it as a new PDF and upload it again.')

/**
 * Parses a PDF, checks every object that is reachable from its catalog, and writes a new file with only these objects. PDF readers
 * find objects of a malicious file in different ways; in the new file there is only one way, and every object was checked.
 *
 * @throws RefusedFile if the PDF cannot be read, or contains more than content to read.
 */
export async function rewritePdf(bytes: Uint8Array): Promise<Uint8Array> {
  const { context } = await parseAndCheck(bytes, { allowsSignatures: false })
  try {
    context.header = PDFHeader.forVersion(1, 7)
    return await PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer()
  } catch {
    throw unreadable()
  }
}

/**
 * Checks a PDF whose bytes must stay as they are, because a signature covers them. Less strict than `rewritePdf`: readers might find
 * other objects than the checked ones, so such a file is only ever downloaded.
 *
 * @throws RefusedFile for the same reasons, except that the PDF may be signed.
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  await parseAndCheck(bytes, { allowsSignatures: true })
}

type PdfCheck = { allowsSignatures: boolean }

async function parseAndCheck(bytes: Uint8Array, check: PdfCheck): Promise<PDFDocument> {
  const document = await parse(bytes)
  const { context } = document
  if (context.trailerInfo.Encrypt) throw encrypted()
  checkReachableObjects(context, check)
  const pages = pagesOf(document)
  if (pages < 1 || pages > maxPages) throw unreadable()
  return document
}

function pagesOf(document: PDFDocument): number {
  try {
    return document.getPageCount()
  } catch {
    throw unreadable()
  }
}

async function parse(bytes: Uint8Array): Promise<PDFDocument> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.subarray(-2048).includes('%%EOF')) throw unreadable()
  // Each stream has this keyword twice, at its start and its end. Counting is much faster than parsing.
  if (containsMoreThan(file, 'stream', 2 * maxStreams) || containsMoreThan(file, ' obj', maxObjects))
    throw new RefusedFile('The PDF has too many parts. Save it as a new PDF and upload it again.')
  try {
    return await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false })
  } catch (error) {
    throw error instanceof EncryptedPDFError ? encrypted() : unreadable()
  }
}

function containsMoreThan(file: Buffer, keyword: string, max: number): boolean {
  let found = 0
  for (let at = file.indexOf(keyword); at >= 0 && found <= max; at = file.indexOf(keyword, at + 1)) found += 1
  return found > max
}

/** Throws for a forbidden object, and removes every object that is not reachable from the catalog. */
function checkReachableObjects(context: PDFContext, check: PdfCheck): void {
  const { Root, Info } = context.trailerInfo
  if (!(Root instanceof PDFRef)) throw unreadable()
  // File identifiers are needed only for signatures and encryption, which are not accepted.
  context.trailerInfo = { Root, ...(Info instanceof PDFRef ? { Info } : {}) }
  const references = new Set<PDFRef>()
  const seen = new Set<PDFObject>()
  const open: PDFObject[] = []
  const follow = (value: PDFObject): PDFObject => {
    let found: PDFObject | undefined = value
    for (let hops = 0; found instanceof PDFRef; hops += 1) {
      if (hops === maxReferenceHops) throw unreadable()
      const reference: PDFRef = found
      references.add(reference)
      found = context.lookup(reference)
      // A dangling reference must not point to an object that the writer adds.
      if (found === undefined) context.assign(reference, PDFNull)
      else if (isText(found)) context.assign(reference, toHexString(found))
    }
    return found ?? PDFNull
  }
  const visit = (value: PDFObject): void => {
    if (value instanceof PDFInvalidObject) throw unreadable()
    if (!(value instanceof PDFDict || value instanceof PDFArray || value instanceof PDFStream)) return
    if (seen.has(value)) return
    seen.add(value)
    if (seen.size > maxObjects) throw unreadable()
    open.push(value)
  }
  visit(follow(Root))
  if (Info instanceof PDFRef) visit(follow(Info))
  let streams = 0
  for (let value = open.pop(); value; value = open.pop()) {
    if (value instanceof PDFArray) checkArray(value, follow, visit)
    else if (value instanceof PDFDict) checkDictionary(value, follow, visit, check)
    else if (value instanceof PDFRawStream) {
      streams += 1
      if (streams > maxStreams) throw unreadable()
      checkStream(value, follow)
      checkDictionary(value.dict, follow, visit, check)
    } else throw unreadable()
  }
  removeAllBut(context, references)
}

type Follow = (value: PDFObject) => PDFObject
type Visit = (value: PDFObject) => void

function checkArray(array: PDFArray, follow: Follow, visit: Visit): void {
  array.asArray().forEach((value, at) => {
    if (isText(value)) array.set(at, toHexString(value))
    const found = follow(value)
    checkArrayEntry(found, follow)
    visit(found)
  })
}

function checkDictionary(
  dictionary: PDFDict,
  follow: Follow,
  visit: Visit,
  { allowsSignatures }: PdfCheck,
): void {
  for (const [name, value] of dictionary.entries()) {
    if (isText(value)) dictionary.set(name, toHexString(value))
    const found = follow(value)
    if (allowsSignatures && isSignature(name, found)) continue
    checkDictionaryEntry({ dictionary, name, value: found }, follow)
    visit(found)
  }
}

/** Under these keys readers expect a signature and run nothing that it contains. */
const signatureKeys = new Set(['V', 'DocMDP', 'UR3'])

const isSignature = (key: PDFName, value: PDFObject) =>
  signatureKeys.has(key.decodeText()) && value instanceof PDFDict && value.has(PDFName.of('ByteRange'))

const isText = (value: PDFObject): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString

/** Hexadecimal digits cannot be mistaken for a part of the file's structure. */
const toHexString = (text: PDFString | PDFHexString) => PDFHexString.fromBytes(text.asBytes())

function removeAllBut(context: PDFContext, references: ReadonlySet<PDFRef>): void {
  const numbers = new Set<number>()
  for (const { objectNumber } of references) {
    // Readers disagree about which of two generations of an object is valid.
    if (numbers.has(objectNumber)) throw unreadable()
    numbers.add(objectNumber)
  }
  for (const [reference] of context.enumerateIndirectObjects())
    if (!references.has(reference)) context.delete(reference)
}
