import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { RefusedFile } from './refused-file.ts'

// What an uploaded PDF may contain. PDFs can run scripts, start programs, contain other files and run actions when they are
// opened. Editors' documents need none of this.

const advice = 'Save it as a new PDF and upload it again.'
const refusedFor = (what: string) => new RefusedFile(`The PDF ${what}. ${advice}`)

export const encrypted = () => new RefusedFile(`The PDF is encrypted, so it can’t be checked. ${advice}`)

const runsScript = 'runs a script'
const containsFiles = 'contains other files'
const refersToFiles = 'refers to other files'
const runsAction = 'starts an action by itself when it is opened or used'
const playsMedia = 'plays media'
const signed = 'is signed, and storing it would break the signature'
const hidesParts = 'contains parts that we can’t check'

const forbiddenKeys = new Map<string, string>([
  ['JavaScript', runsScript],
  ['JS', runsScript],
  ['AA', runsAction],
  ['EmbeddedFiles', containsFiles],
  ['EF', containsFiles],
  ['Collection', containsFiles],
  ['XFA', 'is a form that contains a program'],
  ['RichMediaContent', playsMedia],
  ['RichMediaSettings', playsMedia],
  ['Renditions', playsMedia],
  ['AlternatePresentations', playsMedia],
  ['ByteRange', signed],
])

/** By the value of /Type in any dictionary. */
const forbiddenTypes = new Map<string, string>([
  ['EmbeddedFile', containsFiles],
  ['Filespec', refersToFiles],
  ['F', refersToFiles],
  ['Rendition', playsMedia],
  ['Sig', signed],
  ['DocTimeStamp', signed],
  ['ObjStm', hidesParts],
  ['XRef', hidesParts],
])

/** By the value of /S in any dictionary. Where an action is expected, only allowedActions decides. */
const forbiddenActions = new Map<string, string>([
  ['JavaScript', runsScript],
  ['Launch', 'starts programs'],
  ['GoToR', refersToFiles],
  ['GoToE', containsFiles],
  ['SubmitForm', 'sends what is typed into it to another site'],
  ['ImportData', 'reads files on the reader’s computer'],
  ['Rendition', playsMedia],
  ['RichMediaExecute', playsMedia],
])

const allowedActions = new Set(['GoTo', 'URI', 'Named'])
const allowedNamedActions = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])
/** A URL without a scheme is relative, so it is allowed. */
const allowedAddress = /^(https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i
/** The keys whose value is an action or a list of actions. */
const actionKeys = new Set(['OpenAction', 'A', 'PA', 'Next'])

const allowedAnnotations = new Set(
  (
    'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup ' +
    'Widget PrinterMark TrapNet Watermark Redact'
  ).split(' '),
)

type Follow = (value: PDFObject) => PDFObject

const nameOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFName ? value.decodeText() : undefined

const entryOf = (dictionary: PDFDict, name: string, follow: Follow): PDFObject | undefined => {
  const value = dictionary.get(PDFName.of(name))
  return value && follow(value)
}

/** @throws RefusedFile if the entry or its value is forbidden. */
export function checkDictionaryEntry(
  { dictionary, name, value }: { dictionary: PDFDict; name: PDFName; value: PDFObject },
  follow: Follow,
): void {
  const key = name.decodeText()
  const reason = forbiddenKeys.get(key)
  if (reason) throw refusedFor(reason)
  if (key === 'Names' && nameOf(entryOf(dictionary, 'Type', follow)) === 'Catalog') checkNames(value)
  if (key === 'Annots') for (const each of asList(value, follow)) checkAnnotation(each, follow)
  if (actionKeys.has(key)) for (const each of asList(value, follow)) checkAction(each, follow)
  if (value instanceof PDFDict) checkByType(value, follow)
}

export function checkArrayEntry(value: PDFObject, follow: Follow): void {
  if (value instanceof PDFDict) checkByType(value, follow)
}

/**
 * If a file's table of objects is damaged, readers search the whole file for objects, even inside streams. Therefore a stream
 * must not contain anything that looks like an object.
 */
export function checkStream({ dict, contents }: PDFRawStream, follow: Follow): void {
  for (const key of ['F', 'FFilter', 'FDecodeParms', 'Ref'])
    if (dict.has(PDFName.of(key))) throw refusedFor(refersToFiles)
  if (nameOf(entryOf(dict, 'Subtype', follow)) === 'PS') throw refusedFor('contains a PostScript program')
  checkByType(dict, follow)
  if (objectInside.test(Buffer.from(contents).toString('latin1'))) throw refusedFor(hidesParts)
}

const objectInside = /\d[\s\0]+\d+[\s\0]+obj|trailer[\s\0]*<</

function checkByType(dictionary: PDFDict, follow: Follow): void {
  const type = nameOf(entryOf(dictionary, 'Type', follow)) ?? ''
  const reason = forbiddenTypes.get(type)
  if (reason) throw refusedFor(reason)
  const action = nameOf(entryOf(dictionary, 'S', follow)) ?? ''
  const actionReason = forbiddenActions.get(action)
  if (actionReason) throw refusedFor(actionReason)
  if (type === 'Action') checkAction(dictionary, follow)
  if (type === 'Annot') checkAnnotation(dictionary, follow)
}

/** The catalog's name dictionary: readers need only the named destinations. */
function checkNames(value: PDFObject): void {
  for (const key of dictionaryOf(value)?.keys() ?? []) {
    const name = key.decodeText()
    if (name !== 'Dests') throw refusedFor(forbiddenKeys.get(name) ?? 'contains more than pages')
  }
}

/** A dictionary without /S is not an action, although the key is the same: attributes of a tag, the next outline item. */
function checkAction(found: PDFObject, follow: Follow): void {
  const value = dictionaryOf(found)
  const action = value && entryOf(value, 'S', follow)
  if (!value || action === undefined) return
  const name = nameOf(action) ?? ''
  if (!allowedActions.has(name)) throw refusedFor(forbiddenActions.get(name) ?? runsAction)
  const named = name === 'Named' ? (nameOf(entryOf(value, 'N', follow)) ?? '') : 'NextPage'
  if (!allowedNamedActions.has(named)) throw refusedFor(runsAction)
  const address = name === 'URI' ? entryOf(value, 'URI', follow) : undefined
  if (name === 'URI' && !allowedAddress.test(textOf(address).trim()))
    throw refusedFor('contains a link that runs a program or reads a file')
}

/** Some readers accept a stream's dictionary where a dictionary is expected. */
function dictionaryOf(value: PDFObject): PDFDict | undefined {
  if (value instanceof PDFRawStream) return value.dict
  return value instanceof PDFDict ? value : undefined
}

function textOf(value: PDFObject | undefined): string {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : 'none:'
}

function checkAnnotation(found: PDFObject, follow: Follow): void {
  const value = dictionaryOf(found)
  if (!value) return
  const kind = nameOf(entryOf(value, 'Subtype', follow)) ?? ''
  if (!allowedAnnotations.has(kind)) throw refusedFor('plays media or contains other files')
}

function asList(value: PDFObject, follow: Follow): PDFObject[] {
  return value instanceof PDFArray ? value.asArray().map(follow) : [value]
}
