import {
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHeader,
  PDFHexString,
  PDFInvalidObject,
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

const objectsAtMost = 200_000
const streamsAtMost = 20_000
const pagesAtMost = 2_000
/** A reference that leads to a reference, and so on; honest files have none. */
const hopsAtMost = 8

const unreadable = () =>
  new RefusedFile(
    'The PDF is damaged or cannot be read completely. Save it once more, or print it to a PDF, and try again.',
  )

/**
 * Parses a PDF, checks every object that its catalog leads to, and writes a new file of these objects alone. Readers differ in
 * how they find objects in a file that was made to mislead them; in the new file there is one way, and all of it was checked.
 *
 * @throws RefusedFile where it cannot be read, or could do more than be read.
 */
export async function rewritePdf(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await parse(bytes)
  const { context } = document
  if (context.trailerInfo.Encrypt) throw encrypted()
  keepCheckedObjects(context)
  try {
    const pages = document.getPageCount()
    if (pages < 1 || pages > pagesAtMost) throw unreadable()
    context.header = PDFHeader.forVersion(1, 7)
    return await PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer()
  } catch {
    throw unreadable()
  }
}

async function parse(bytes: Uint8Array): Promise<PDFDocument> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.subarray(-2048).includes('%%EOF')) throw unreadable()
  // Each stream has two such words, its beginning and its end. Counting them costs far less than parsing them.
  if (holdsMore(file, 'stream', 2 * streamsAtMost) || holdsMore(file, ' obj', objectsAtMost))
    throw new RefusedFile('The PDF has too many parts. Print it to a PDF, and try again.')
  try {
    return await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false })
  } catch (error) {
    throw error instanceof EncryptedPDFError ? encrypted() : unreadable()
  }
}

function holdsMore(file: Buffer, word: string, atMost: number): boolean {
  let found = 0
  for (let at = file.indexOf(word); at >= 0 && found <= atMost; at = file.indexOf(word, at + 1)) found += 1
  return found > atMost
}

/** Throws for what is forbidden; takes everything out of the context that the catalog does not lead to. */
function keepCheckedObjects(context: PDFContext): void {
  const { Root, Info } = context.trailerInfo
  if (!(Root instanceof PDFRef)) throw unreadable()
  // File identifiers serve signatures and encryption, and neither is accepted.
  context.trailerInfo = { Root, ...(Info instanceof PDFRef ? { Info } : {}) }
  const references = new Set<PDFRef>()
  const seen = new Set<PDFObject>()
  const open: PDFObject[] = []
  const follow = (value: PDFObject): PDFObject => {
    let found: PDFObject | undefined = value
    for (let hops = 0; found instanceof PDFRef; hops += 1) {
      if (hops === hopsAtMost) throw unreadable()
      const reference: PDFRef = found
      references.add(reference)
      found = context.lookup(reference)
      // What leads nowhere must not lead to an object that the writer adds.
      if (found === undefined) context.assign(reference, PDFNull)
      else if (isText(found)) context.assign(reference, rewritten(found))
    }
    return found ?? PDFNull
  }
  const visit = (value: PDFObject): void => {
    if (value instanceof PDFInvalidObject) throw unreadable()
    if (!(value instanceof PDFDict || value instanceof PDFArray || value instanceof PDFStream)) return
    if (seen.has(value)) return
    seen.add(value)
    if (seen.size > objectsAtMost) throw unreadable()
    open.push(value)
  }
  visit(follow(Root))
  if (Info instanceof PDFRef) visit(follow(Info))
  let streams = 0
  for (let value = open.pop(); value; value = open.pop()) {
    if (value instanceof PDFArray) checkArray(value, follow, visit)
    else if (value instanceof PDFDict) checkDictionary(value, follow, visit)
    else if (value instanceof PDFRawStream) {
      streams += 1
      if (streams > streamsAtMost) throw unreadable()
      checkStream(value, follow)
      checkDictionary(value.dict, follow, visit)
    } else throw unreadable()
  }
  removeAllBut(context, references)
}

type Follow = (value: PDFObject) => PDFObject
type Visit = (value: PDFObject) => void

function checkArray(array: PDFArray, follow: Follow, visit: Visit): void {
  array.asArray().forEach((value, at) => {
    if (isText(value)) array.set(at, rewritten(value))
    const found = follow(value)
    checkArrayEntry(found, follow)
    visit(found)
  })
}

function checkDictionary(dictionary: PDFDict, follow: Follow, visit: Visit): void {
  for (const [name, value] of dictionary.entries()) {
    if (isText(value)) dictionary.set(name, rewritten(value))
    const found = follow(value)
    checkDictionaryEntry({ dictionary, name, value: found }, follow)
    visit(found)
  }
}

const isText = (value: PDFObject): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString

/** In hexadecimal digits no text can be taken for a part of the file's structure. */
const rewritten = (text: PDFString | PDFHexString) => PDFHexString.fromBytes(text.asBytes())

function removeAllBut(context: PDFContext, references: ReadonlySet<PDFRef>): void {
  const numbers = new Set<number>()
  for (const { objectNumber } of references) {
    // Two generations of one object: readers would not agree which of them counts.
    if (numbers.has(objectNumber)) throw unreadable()
    numbers.add(objectNumber)
  }
  for (const [reference] of context.enumerateIndirectObjects())
    if (!references.has(reference)) context.delete(reference)
}
