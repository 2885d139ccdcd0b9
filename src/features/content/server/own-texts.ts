import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockNames } from '../../../contract/content-kinds.ts'
import { problemsOfFields } from '../domain/check-fields.ts'
import { type CommonText, parseText, partsOf } from './parse-common.ts'

type OwnTexts = {
  /** By client. */
  texts: ReadonlyMap<string, readonly CommonText[]>
  /** What is wrong, as sentences that name file, text and field. */
  problems: readonly string[]
}

/** Named like a client; a README is left alone. */
const textFile = /^([a-z][a-z0-9]{0,30})\.md$/

/** Reads `name.md` of each client in the folder of CLIENTS_DIR: its own texts, in the form of the common ones. */
export function readOwnTexts(folder: string | null, clients: readonly string[]): OwnTexts {
  const texts = new Map<string, CommonText[]>()
  const problems: string[] = []
  // A folder that is missing was said when the clients were read.
  const files = folder !== null && existsSync(folder) ? readdirSync(folder).sort() : []
  for (const file of files) {
    const client = textFile.exec(file)?.[1]
    if (client === undefined) continue
    const path = join(folder ?? '', file)
    if (!clients.includes(client)) {
      problems.push(`${path}: there is no client ${client} whose texts these could be.`)
      continue
    }
    // Some editors begin a file with a mark, and some end a line with two characters.
    const source = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
    texts.set(
      client,
      textsOf(source, problem => problems.push(`${path}: ${problem}`)),
    )
  }
  return { texts, problems }
}

function textsOf(source: string, say: (problem: string) => void): CommonText[] {
  const [before = '', ...parts] = partsOf(source)
  if (before.trim() !== '' || parts.length === 0)
    say('it has to begin with a line that names a text, such as “@ block terms”.')
  const texts: CommonText[] = []
  for (const part of parts) {
    try {
      const text = parseText(part)
      const isTwice = texts.some(({ kind, name }) => kind === text.kind && name === text.name)
      if (isTwice) say(`The text ${text.kind} ${text.name} is there twice.`)
      for (const problem of problemsOf(text)) say(`The text ${text.kind} ${text.name}: ${problem}`)
      texts.push(text)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      say(error.message)
    }
  }
  return texts
}

function problemsOf({ kind, name, fields }: CommonText): string[] {
  if (kind === 'block' && !Object.hasOwn(blockNames, name))
    return [`no page shows it; a block is one of ${Object.keys(blockNames).join(', ')}.`]
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name))
    return ['its name has to be lower-case letters, digits, and hyphens.']
  // A deadline has the day of every year; 2001 has no February 29.
  const published = fields.kind === 'deadline' ? { ...fields, on: `2001-${fields.on}` } : fields
  return Object.entries(problemsOfFields(published)).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  )
}
