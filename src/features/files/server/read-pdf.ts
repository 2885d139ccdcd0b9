import { inflateSync } from 'node:zlib'
import { refused } from './read-file.ts'

// A PDF may run scripts, start programs, carry other files and do things when it is opened. None of the portal's needs to, so
// whatever names one of those is refused. Readers find objects in ways that a check cannot follow in all their leniency; so this
// one reads no structure that a file could lie about, but looks for the names everywhere, also where they are packed.

const forbidden = {
  JavaScript: 'runs a script',
  Launch: 'starts programs',
  EmbeddedFile: 'carries other files',
  EmbeddedFiles: 'carries other files',
  OpenAction: 'does something of its own when it is opened',
  RichMedia: 'plays media',
  XFA: 'is a form with a program in it',
  SubmitForm: 'sends what is typed into it elsewhere',
  ImportData: 'reads files of the reader’s machine',
  Encrypt: 'is encrypted, so what it does cannot be seen',
} as const satisfies Record<string, string>

const forbiddenName = new RegExp(`/(${Object.keys(forbidden).join('|')})(?![A-Za-z0-9])`)

/** What one stream may come to, and all that are unpacked; beyond it only packs of objects are still looked into, or refused. */
const streamBytesAtMost = 16 * 1024 * 1024
const allStreamsBytesAtMost = 64 * 1024 * 1024
/** How far before its stream a dictionary is looked for; those of packs are a line or two. */
const dictionaryCharactersAtMost = 8192

/** @throws Problem where it is cut off, cannot be looked through, or could do more than be read. */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text) || !text.slice(-2048).includes('%%EOF') || !/\bstartxref\b/.test(text))
    throw refused('The PDF is damaged or not complete. Save it once more and try again.')
  checkNames(text)
  let leftBytes = allStreamsBytesAtMost
  for (const match of text.matchAll(/\bstream(\r\n|\n|\r)/g)) {
    const pack = packBefore(text, match.index)
    if (pack === 'unreadable') throw refusedAsUnreadable()
    if (leftBytes <= 0 && !pack) continue
    const unpacked = unpack(bytes.subarray(match.index + match[0].length))
    if (pack && (!unpacked || leftBytes <= 0)) throw refusedAsUnreadable()
    if (!unpacked) continue
    leftBytes -= unpacked.length
    checkNames(unpacked.toString('latin1'))
  }
}

/** Any character of a name may be written as # and its number: `/J#61vaScript`. */
const spelledOut = (text: string) =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_, number: string) =>
    String.fromCharCode(Number.parseInt(number, 16)),
  )

function checkNames(text: string): void {
  const found = forbiddenName.exec(spelledOut(text))?.[1] as keyof typeof forbidden | undefined
  if (found)
    throw refused(
      `The PDF ${forbidden[found]} (/${found}). Make a plain one, for instance by printing it to a PDF, and try again.`,
    )
}

/**
 * Whether the stream here is a pack of objects: one calls itself so, and says where its first object begins. null: it is none.
 * Programs pack with Flate alone; whatever else would have to be undone first hides what is in it.
 */
function packBefore(text: string, at: number): 'readable' | 'unreadable' | null {
  const before = text.slice(Math.max(0, at - dictionaryCharactersAtMost), at)
  const dictionary = spelledOut(before.slice(before.lastIndexOf(' obj') + 1))
  if (!/\/(ObjStm|First)(?![A-Za-z0-9])/.test(dictionary)) return null
  const filters = [...dictionary.matchAll(/\/(\w+Decode|Fl|AHx|A85|LZW|RL|Crypt)\b/g)].map(([, name]) => name)
  // Without a filter the names stand in the file itself, where they were looked for already.
  if (filters.length === 0) return dictionary.includes('/Filter') ? 'unreadable' : null
  return filters.join() === 'FlateDecode' && !dictionary.includes('/DecodeParms') ? 'readable' : 'unreadable'
}

/** null: it was not packed by Flate, or comes to too much. */
function unpack(stream: Buffer): Buffer | null {
  try {
    return inflateSync(stream, { maxOutputLength: streamBytesAtMost })
  } catch {
    return null
  }
}

const refusedAsUnreadable = () =>
  refused(
    'The PDF cannot be looked through. Make a plain one, for instance by printing it to a PDF, and try again.',
  )
