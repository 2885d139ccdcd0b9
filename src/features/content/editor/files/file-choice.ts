import type { ManagedFile } from '../../../files/files.contract.ts'

export type FileKind = 'all' | 'picture' | 'pdf'
type Asked = { kind: FileKind; answer: (file: ManagedFile | null) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function set(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Opens the file dialog; resolves with the chosen file, or null. One request at a time: a new one cancels the last. */
export function pickFile(kind: FileKind): Promise<ManagedFile | null> {
  asked?.answer(null)
  return new Promise(resolve => {
    set({
      kind,
      answer: file => {
        set(null)
        resolve(file)
      },
    })
  })
}

/** For `useSyncExternalStore`. */
export const fileChoice = {
  read: () => asked,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
