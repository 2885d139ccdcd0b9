import * as z from 'zod/mini'
import { dayMs } from '../../../../domain/durations.ts'
import { browserStorage } from '../../../../web/session/storages.ts'
import { type ContentFields, draftFields } from '../../domain/content-fields.ts'
import type { ItemName } from './draft-store.ts'

/** Unsaved fields, and the revision that they are based on. */
type LocalBackup = { revision: number; fields: ContentFields }

type BackupSlot = {
  read: () => LocalBackup | null
  save: (backup: LocalBackup) => void
  delete: () => void
}

const prefix = 'almoner-draft:'
/** Older backups are deleted. */
const maxAgeMs = 7 * dayMs

const schema = z.object({ savedAtMs: z.number(), revision: z.int(), fields: draftFields })

/**
 * Backs up a user's unsaved changes of an item in this browser, so that they survive the end of a session, a closed or
 * reloaded page, and a crash.
 */
export function backupSlotOf(userId: string, { kind, name }: ItemName): BackupSlot {
  const key = `${prefix}${userId}:${kind}/${name}`
  return {
    read: () => {
      deleteExpired()
      return backupAt(key)
    },
    save: ({ revision, fields }) =>
      browserStorage.setItem(key, JSON.stringify({ savedAtMs: Date.now(), revision, fields })),
    delete: () => browserStorage.removeItem(key),
  }
}

function backupAt(key: string): (LocalBackup & { savedAtMs: number }) | null {
  const found = z.safeParse(schema, parse(browserStorage.getItem(key)))
  return found.success ? found.data : null
}

function deleteExpired(): void {
  for (const key of browserStorage.keys().filter(each => each.startsWith(prefix))) {
    const backup = backupAt(key)
    if (backup === null || Date.now() - backup.savedAtMs > maxAgeMs) browserStorage.removeItem(key)
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
