import * as z from 'zod/mini'
import { getBackupKey } from '../../contract/open-session.contract.ts'
import { hourMs } from '../../domain/durations.ts'
import type { Currency } from '../../domain/money.ts'
import { call } from '../api/call.ts'
import { fromText, isPlain, toText } from './backup-text.ts'
import { beforeSessionEnds, type Session, sessionStore } from './session-store.ts'
import { browserStorage, tabStorage } from './storages.ts'
import { backupKey, draftPrefix } from './stored-drafts.ts'

/**
 * What a person typed on a page when their session ended by itself. In localStorage, encrypted with a key that only their next session gets
 * from the server (docs/decisions/0063-typed-entries-survive-the-session.md).
 */
const pageBackup = z.object({
  address: z.string(),
  currency: z.enum(['USD', 'GBP']),
  fundId: z.int(),
  forms: z.array(z.object({ form: z.string(), values: z.record(z.string(), z.unknown()) })),
  /** The drafts that this tab's sessionStorage held. */
  drafts: z.record(z.string(), z.string()),
})
type PageBackup = z.output<typeof pageBackup>

/** A form on the page: which one it is, and what was typed. Null: nothing to store. */
type Source = () => { form: string; values: Record<string, unknown> } | null

const maxAgeMs = 24 * hourMs
const maxPages = 10
const maxTextLength = 100_000

const sources = new Set<Source>()
let key: { userId: string; key: CryptoKey } | null = null
/** What was read from storage for the forms of this page load. */
let found: { userId: string; pages: Promise<StoredPage[]> } | null = null

type StoredPage = { name: string; page: PageBackup }
type Person = Session & { state: 'signed-in' }

/** Has a form's entries stored if the session ends while it is shown. Returns the function that stops. */
export function addToBackup(source: Source): () => void {
  sources.add(source)
  return () => {
    sources.delete(source)
  }
}

/** Obtains the key while there is a session. Never throws: without a key, what is typed is not stored. */
export async function prepareBackup(): Promise<void> {
  await keyOf(sessionStore.read()).catch(() => null)
}

/** Whether what is typed now would be stored. */
export const isBackupReady = (): boolean => key !== null && sources.size > 0

/** What this form of this page held when the person's last session ended, once; null: nothing. Never throws. */
export async function takeBackup(form: string): Promise<Record<string, unknown> | null> {
  const session = sessionStore.read()
  if (session.state !== 'signed-in' || namesOf(session.facts.userId).length === 0) return null
  for (const { name, page } of await pagesOf(session)) {
    const isHere =
      page.address === addressHere() &&
      page.fundId === session.fundId &&
      page.currency === session.facts.alternateCurrency
    const at = isHere ? page.forms.findIndex(each => each.form === form) : -1
    const [taken] = at === -1 ? [] : page.forms.splice(at, 1)
    if (taken === undefined) continue
    if (page.forms.length === 0) browserStorage.removeItem(name)
    return taken.values
  }
  return null
}

/** Puts the drafts of the page to which the person returns back into this tab. Never throws. */
export async function restoreStoredDrafts(): Promise<void> {
  const session = sessionStore.read()
  if (session.state !== 'signed-in' || namesOf(session.facts.userId).length === 0) return
  for (const { name, page } of await pagesOf(session)) {
    for (const [draft, text] of Object.entries(page.drafts)) tabStorage.setItem(draft, text)
    if (page.forms.length === 0) browserStorage.removeItem(name)
  }
}

beforeSessionEnds((session, why) => {
  const forms = [...sources].flatMap(source => plainPartOf(source()))
  const drafts = storedDraftsOfTab()
  const isEmpty = forms.length === 0 && Object.keys(drafts).length === 0
  const person = key
  key = null
  found = null
  if (why === 'requested' || isEmpty || person?.userId !== session.facts.userId) return
  const page = {
    address: addressHere(),
    currency: session.facts.alternateCurrency satisfies Currency,
    fundId: session.fundId,
    forms,
    drafts,
  }
  void storePage(person, page).catch(() => undefined)
})

/** Without files and what else cannot be stored as text. */
const plainPartOf = (typed: ReturnType<Source>): PageBackup['forms'] =>
  typed === null
    ? []
    : [
        {
          ...typed,
          values: Object.fromEntries(Object.entries(typed.values).filter(([, value]) => isPlain(value))),
        },
      ]

const storedDraftsOfTab = (): Record<string, string> =>
  Object.fromEntries(
    tabStorage
      .keys()
      .filter(each => each.startsWith(draftPrefix))
      .map(each => [each, tabStorage.getItem(each) ?? '']),
  )

async function storePage({ userId, key: secret }: NonNullable<typeof key>, page: PageBackup): Promise<void> {
  const text = toText(page)
  if (text.length > maxTextLength) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, new TextEncoder().encode(text))
  for (const name of namesOf(userId)
    .toSorted()
    .slice(0, 1 - maxPages))
    browserStorage.removeItem(name)
  // Its name sorts by time.
  const name = `${backupKey}${userId}:${Date.now()}-${crypto.randomUUID()}`
  browserStorage.setItem(name, toBase64(new Uint8Array([...iv, ...new Uint8Array(data)])))
}

const namesOf = (userId: string) =>
  browserStorage.keys().filter(name => name.startsWith(`${backupKey}${userId}:`))

const addressHere = () => window.location.pathname + window.location.search

function pagesOf(session: Person): Promise<StoredPage[]> {
  const { userId } = session.facts
  if (found?.userId !== userId) found = { userId, pages: readPages(session).catch(() => []) }
  return found.pages
}

async function readPages(session: Person): Promise<StoredPage[]> {
  const secret = await keyOf(session)
  const read = namesOf(session.facts.userId).map(async (name): Promise<StoredPage[]> => {
    try {
      const atMs = Number(/:(\d+)-[^:]*$/.exec(name)?.[1])
      if (!(Date.now() - atMs < maxAgeMs) || secret === null) throw new Error('too old')
      const bytes = Uint8Array.from(atob(browserStorage.getItem(name) ?? ''), text => text.charCodeAt(0))
      const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12) }
      const text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, secret, bytes.slice(12)))
      return [{ name, page: z.parse(pageBackup, fromText(text)) }]
    } catch {
      browserStorage.removeItem(name)
      return []
    }
  })
  return (await Promise.all(read)).flat()
}

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

/** Null without a session, or where the browser has no cryptography because the address is not secure. */
async function keyOf(session: Session): Promise<CryptoKey | null> {
  if (session.state !== 'signed-in' || crypto.subtle === undefined) return null
  const { userId } = session.facts
  if (key?.userId === userId) return key.key
  const { key: text } = await call(getBackupKey, {})
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each =>
    each.charCodeAt(0),
  )
  const imported = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  // The person may have logged out in the meantime.
  const now = sessionStore.read()
  if (now.state === 'signed-in' && now.facts.userId === userId) key = { userId, key: imported }
  return imported
}
