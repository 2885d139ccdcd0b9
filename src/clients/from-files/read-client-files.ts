import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Client } from '../client.ts'
import { clientChecks } from '../client-checks.ts'
import { clientFile, clientOfFile } from './client-file.ts'
import { problemsOfPicture } from './picture-file.ts'
import { problemsOfTheme } from './theme-file.ts'

/** A folder of clients, with what is wrong with its files as sentences. */
export type ClientFolder = { clients: Readonly<Record<string, Client>>; problems: readonly string[] }

const largestFileBytes = 1024 * 1024
const commonTheme = new URL('../themes/base.css', import.meta.url)

/**
 * Reads a folder of clients: of each its settings `name.json`, its theme `name.css`, and the picture that the settings name. Everything
 * that is wrong is said at once, by file and field.
 */
export function readClientFiles(folder: string): ClientFolder {
  const isFolder = existsSync(folder) && statSync(folder).isDirectory()
  if (!isFolder) return { clients: {}, problems: [`There is no folder ${folder} (CLIENTS_DIR).`] }
  const files = readdirSync(folder).sort()
  const problems: string[] = []
  const clients: Record<string, Client> = {}
  for (const file of files.filter(each => each.endsWith('.json'))) {
    const name = file.slice(0, -'.json'.length)
    const say = (about: string) => problems.push(`${join(folder, file)}: ${about}`)
    if (!/^[a-z][a-z0-9]{0,30}$/.test(name)) {
      say('the name of the file is the client’s, of lower-case letters and digits.')
      continue
    }
    const client = clientOfText(name, textOf(join(folder, file)), say)
    if (!client) continue
    clients[name] = client
    const { home } = client
    for (const check of clientChecks) sayFailure(() => check(client), say)
    problems.push(
      ...problemsOfFile(join(folder, `${name}.css`), css =>
        problemsOfTheme(name, css, readFileSync(commonTheme, 'utf8')),
      ),
    )
    if (home.picture !== null)
      problems.push(...problemsOfFile(join(folder, `${home.picture}.svg`), problemsOfPicture))
  }
  for (const problem of problemsOfBooks(clients)) problems.push(`${folder}: ${problem}`)
  if (Object.keys(clients).length === 0 && problems.length === 0)
    problems.push(`The folder ${folder} (CLIENTS_DIR) has no client: a file such as meadow.json.`)
  return { clients, problems }
}

function sayFailure(check: () => void, say: (about: string) => void): void {
  try {
    check()
  } catch (error) {
    say(error instanceof Error ? `${error.message}.` : String(error))
  }
}

function textOf(path: string): string {
  if (statSync(path).size > largestFileBytes) return ''
  // Some editors begin a file with this mark.
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
}

function problemsOfFile(path: string, problemsOf: (text: string) => string[]): string[] {
  if (!existsSync(path)) return [`${path}: the file is missing.`]
  return problemsOf(textOf(path)).map(problem => `${path}: ${problem}.`)
}

function clientOfText(name: string, text: string, say: (about: string) => void): Client | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    say(`it is not JSON: ${error instanceof Error ? error.message : error}.`)
    return null
  }
  const parsed = clientFile.safeParse(read)
  if (parsed.success) return clientOfFile(name, parsed.data)
  for (const issue of parsed.error.issues) say(`${sentenceOf(issue)}.`)
  return null
}

/** `support.email is missing`. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
    '',
  )
  const about = field === '' ? 'the file' : field
  if (issue.code === 'unrecognized_keys')
    return `${about} has ${issue.keys.map(key => JSON.stringify(key)).join(', ')}, which no client has`
  if (issue.message.endsWith('received undefined')) return `${about} is missing`
  return /^(must|has) /.test(issue.message) ? `${about} ${issue.message}` : `${about}: ${issue.message}`
}

/** Each book takes its payments and documents from the client of its name. */
function problemsOfBooks(clients: Readonly<Record<string, Client>>): string[] {
  const books = Object.values(clients).flatMap(({ book, secondaryBook }) => [
    book,
    ...(secondaryBook ? [secondaryBook] : []),
  ])
  const names = new Set(books.map(({ name }) => name))
  return [...names].flatMap(name =>
    clients[name]?.book.name === name
      ? []
      : [`the book ${name} needs a client of its name, ${name}.json, whose book it is.`],
  )
}
