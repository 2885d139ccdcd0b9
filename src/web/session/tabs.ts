import { browserStorage, type TextStorage } from './storages.ts'

/** Why a session ended: the person logged out, was idle, or the server no longer knows the session. */
export type LogOutReason = 'asked' | 'idle' | 'ended'

/** The messages between the tabs of a browser. Times are `Date.now()`, which tabs of one machine share. */
export type Told =
  | { kind: 'signed-in' }
  | { kind: 'signed-out'; why: LogOutReason; sessionId: string }
  | { kind: 'active'; atWallMs: number }
  /** `token` is absent where sending it would mean storing it. */
  | { kind: 'renewed'; token?: string; atWallMs: number }
  | { kind: 'who-is-there' }

const name = 'almoner-session'

export type Tabs = {
  tell(told: Told): void
  /** Listens to other tabs; returns the function that stops. */
  listen(hear: (told: Told) => void): () => void
}

/** By BroadcastChannel; browsers without it get a localStorage event whose entry is removed at once and never holds a token. */
export const tabs: Tabs =
  typeof BroadcastChannel === 'function' ? byChannel(new BroadcastChannel(name)) : byStorage(browserStorage)

export function byChannel(channel: BroadcastChannel): Tabs {
  return {
    tell: told => channel.postMessage(told),
    listen: hear => {
      const onMessage = ({ data }: MessageEvent<Told>) => hear(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}

export function byStorage(storage: Pick<TextStorage, 'setItem' | 'removeItem'>): Tabs {
  return {
    tell: told => {
      const what = told.kind === 'renewed' ? { kind: told.kind, atWallMs: told.atWallMs } : told
      // Two equal writes in a row would raise only one event.
      storage.setItem(name, JSON.stringify({ ...what, nonce: Math.random() }))
      storage.removeItem(name)
    },
    listen: hear => {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        // Only tabs of this origin, which run this program, can write it.
        if (key === name && newValue !== null) hear(JSON.parse(newValue) as Told)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}
