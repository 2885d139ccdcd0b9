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

// What a PDF of the portal may hold. A PDF may run scripts, start programs, carry other files and act when it is opened; none
// of the editors' needs to.

const plainly = 'Make a plain one, for instance by printing it to a PDF, and try again.'
const refusedFor = (what: string, name: string) => new RefusedFile(`The PDF ${what} (/${name}). ${plainly}`)

export const encrypted = () =>
  new RefusedFile(`The PDF is encrypted, so what it does cannot be seen. ${plainly}`)

const runsScript = 'runs a script'
const carriesFiles = 'carries other files'
const refersToFiles = 'refers to other files'
const actsByItself = 'does something of its own when it is opened or used'
const playsMedia = 'plays media'
const signed = 'is signed, and storing it would break the signature'

const forbiddenKeys = new Map<string, string>([
  ['JavaScript', runsScript],
  ['JS', runsScript],
  ['AA', actsByItself],
  ['EmbeddedFiles', carriesFiles],
  ['EF', carriesFiles],
  ['Collection', carriesFiles],
  ['XFA', 'is a form with a program in it'],
  ['RichMediaContent', playsMedia],
  ['RichMediaSettings', playsMedia],
  ['Renditions', playsMedia],
  ['AlternatePresentations', playsMedia],
  ['ByteRange', signed],
])

/** By the value of /Type, whatever leads to the dictionary. */
const forbiddenTypes = new Map<string, string>([
  ['EmbeddedFile', carriesFiles],
  ['Filespec', refersToFiles],
  ['F', refersToFiles],
  ['Rendition', playsMedia],
  ['Sig', signed],
  ['DocTimeStamp', signed],
  ['ObjStm', 'hides objects in its content'],
  ['XRef', 'hides objects in its content'],
])

/** By the value of /S, whatever leads to the dictionary; where an action is expected, allowedActions decides alone. */
const forbiddenActions = new Map<string, string>([
  ['JavaScript', runsScript],
  ['Launch', 'starts programs'],
  ['GoToR', refersToFiles],
  ['GoToE', carriesFiles],
  ['SubmitForm', 'sends what is typed into it elsewhere'],
  ['ImportData', 'reads files of the reader’s machine'],
  ['Rendition', playsMedia],
  ['RichMediaExecute', playsMedia],
])

const allowedActions = new Set(['GoTo', 'URI', 'Named'])
const allowedNamedActions = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])
/** An address without a scheme leads where a browser takes it. */
const allowedAddress = /^(https?:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i
/** What leads to an action, or to a list of them. */
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

/** @throws RefusedFile where the entry, or what it leads to, may not be in a PDF. */
export function checkDictionaryEntry(
  { dictionary, name, value }: { dictionary: PDFDict; name: PDFName; value: PDFObject },
  follow: Follow,
): void {
  const key = name.decodeText()
  const why = forbiddenKeys.get(key)
  if (why) throw refusedFor(why, key)
  if (key === 'Names' && nameOf(entryOf(dictionary, 'Type', follow)) === 'Catalog') checkNames(value)
  if (key === 'Annots') for (const each of listed(value, follow)) checkAnnotation(each, follow)
  if (actionKeys.has(key)) for (const each of listed(value, follow)) checkAction(each, key, follow)
  if (value instanceof PDFDict) checkByType(value, follow)
}

export function checkArrayEntry(value: PDFObject, follow: Follow): void {
  if (value instanceof PDFDict) checkByType(value, follow)
}

/**
 * A reader that finds a file's table of objects damaged looks for objects everywhere, also inside streams. None that holds
 * what looks like an object is accepted, so that there is nothing to be found.
 */
export function checkStream({ dict, contents }: PDFRawStream, follow: Follow): void {
  for (const key of ['F', 'FFilter', 'FDecodeParms', 'Ref'])
    if (dict.has(PDFName.of(key))) throw refusedFor(refersToFiles, key)
  if (nameOf(entryOf(dict, 'Subtype', follow)) === 'PS') throw refusedFor('holds a PostScript program', 'PS')
  checkByType(dict, follow)
  if (objectInside.test(Buffer.from(contents).toString('latin1')))
    throw refusedFor('hides objects in its content', 'Length')
}

const objectInside = /\d[\s\0]+\d+[\s\0]+obj|trailer[\s\0]*<</

function checkByType(dictionary: PDFDict, follow: Follow): void {
  const type = nameOf(entryOf(dictionary, 'Type', follow)) ?? ''
  const why = forbiddenTypes.get(type)
  if (why) throw refusedFor(why, type)
  const action = nameOf(entryOf(dictionary, 'S', follow)) ?? ''
  const whyAction = forbiddenActions.get(action)
  if (whyAction) throw refusedFor(whyAction, action)
  if (type === 'Action') checkAction(dictionary, 'Action', follow)
  if (type === 'Annot') checkAnnotation(dictionary, follow)
}

/** The catalog's table of names: named places are all that a reader needs. */
function checkNames(value: PDFObject): void {
  for (const key of dictionaryOf(value)?.keys() ?? []) {
    const name = key.decodeText()
    if (name !== 'Dests') throw refusedFor(forbiddenKeys.get(name) ?? 'holds more than pages', name)
  }
}

/** Dictionaries without /S are something else of the same name: attributes of a tag, the next line of an outline. */
function checkAction(found: PDFObject, key: string, follow: Follow): void {
  const value = dictionaryOf(found)
  const action = value && entryOf(value, 'S', follow)
  if (!value || action === undefined) return
  const name = nameOf(action) ?? ''
  if (!allowedActions.has(name)) throw refusedFor(forbiddenActions.get(name) ?? actsByItself, name || key)
  const named = name === 'Named' ? (nameOf(entryOf(value, 'N', follow)) ?? '') : 'NextPage'
  if (!allowedNamedActions.has(named)) throw refusedFor(actsByItself, named || 'Named')
  const address = name === 'URI' ? entryOf(value, 'URI', follow) : undefined
  if (name === 'URI' && !allowedAddress.test(textOf(address).trim()))
    throw refusedFor('holds a link that runs a program or reads a file', 'URI')
}

/** Some readers take the dictionary of a stream where a dictionary is expected. */
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
  if (!allowedAnnotations.has(kind)) throw refusedFor('plays media, or carries other files', kind || 'Annot')
}

function listed(value: PDFObject, follow: Follow): PDFObject[] {
  return value instanceof PDFArray ? value.asArray().map(follow) : [value]
}
