/// <reference path="./sax.d.ts" />
import { promisify } from 'node:util'
import sax from 'sax'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'

/** The attributes have their prefixes, such as `office:value`. */
export type XmlHandlers = {
  /** An element begins. Its name has no prefix. */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
  /** Whether the rest is not needed. */
  isDone?: () => boolean
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/**
 * Reads one XML part of a zip file piece by piece. Nothing happens if there is no such part. The sizes are not limited here
 * (check-zip.ts). No entity is expanded but XML's five. Throws an error for what is not well-formed.
 */
export async function readXmlPart(
  bytes: Buffer,
  name: string,
  { open: onOpen, text = () => undefined, close = () => undefined, isDone = () => false }: XmlHandlers,
): Promise<void> {
  const xml = sax.parser(true)
  xml.onopentag = tag => onOpen(localName(tag.name), tag.attributes)
  xml.onclosetag = tag => close(localName(tag))
  xml.ontext = text
  xml.oncdata = text
  xml.onerror = error => {
    throw error
  }
  const decoder = new TextDecoder()
  let isStarted = false
  for await (const piece of piecesOf(bytes, name)) {
    isStarted = true
    xml.write(decoder.decode(piece, { stream: true }))
    if (isDone()) return
  }
  // Fails for a part that ends in the middle.
  if (isStarted) xml.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

async function* piecesOf(bytes: Buffer, name: string): AsyncGenerator<Buffer> {
  const zip = await open(bytes, { lazyEntries: true })
  const entry = await new Promise<Entry | null>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(null))
    zip.on('entry', (found: Entry) => {
      if (found.fileName === name) resolve(found)
      else zip.readEntry()
    })
    zip.readEntry()
  })
  if (entry === null) return
  yield* await promisify<Entry, AsyncIterable<Buffer>>(zip.openReadStream.bind(zip))(entry)
}
