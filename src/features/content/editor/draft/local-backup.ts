import * as z from 'zod/mini'
import { browserStorage } from '../../../../web/session/storages.ts'
import { type ContentFields, draftFields } from '../../domain/content-fields.ts'
import type { ItemName } from './draft-store.ts'

/** Unsaved fields, and the revision that they are based on. */
export type LocalBackup = { revision: number; fields: ContentFields }

export type BackupCopy = {
  read: () => LocalBackup | null
  keep: (words: LocalBackup) => void
  forget: () => void
}

const prefix = 'almoner-words:'
/** Older backups are deleted. */
const keptMs = 7 * 24 * 3_600_000

const schema = z.object({ keptAtMs: z.number(), revision: z.int(), fields: draftFields })

/**
 * Backs up a user's unsaved changes of an item in this browser, so that they survive the end of a session, a closed or
 * reloaded page, and a crash.
 */
export function backupCopyOf(userId: string, { kind, name }: ItemName): BackupCopy {
  const key = `${prefix}${userId}:${kind}/${name}`
  return {
    read: () => {
      forgetOldOnes()
      return wordsAt(key)
    },
    keep: ({ revision, fields }) =>
      browserStorage.setItem(key, JSON.stringify({ keptAtMs: Date.now(), revision, fields })),
    forget: () => browserStorage.removeItem(key),
  }
}

function wordsAt(key: string): (LocalBackup & { keptAtMs: number }) | null {
  const found = z.safeParse(schema, parse(browserStorage.getItem(key)))
  return found.success ? found.data : null
}

function forgetOldOnes(): void {
  for (const key of browserStorage.keys().filter(each => each.startsWith(prefix))) {
    const words = wordsAt(key)
    if (words === null || Date.now() - words.keptAtMs > keptMs) browserStorage.removeItem(key)
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
