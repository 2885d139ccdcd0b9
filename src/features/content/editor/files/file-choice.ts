import type { ManagedFile } from '../../../files/files.contract.ts'

export type FileKind = 'all' | 'picture' | 'pdf'
type FileRequest = { kind: FileKind; choose: (file: ManagedFile | null) => void }

let request: FileRequest | null = null
const listeners = new Set<() => void>()

function set(next: FileRequest | null): void {
  request = next
  for (const listener of listeners) listener()
}

/** Opens the file dialog; resolves with the chosen file, or null. One request at a time: a new one cancels the last. */
export function pickFile(kind: FileKind): Promise<ManagedFile | null> {
  request?.choose(null)
  return new Promise(resolve => {
    set({
      kind,
      choose: file => {
        set(null)
        resolve(file)
      },
    })
  })
}

/** For `useSyncExternalStore`. */
export const fileChoice = {
  read: () => request,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
