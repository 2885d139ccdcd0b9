import { browserStorage, type TextStorage } from './storages.ts'

/** Why a session came to its end: by a press, by inactivity, or because the server no longer knows it. */
export type LogOutReason = 'asked' | 'idle' | 'ended'

/** What the tabs of one browser tell each other. Instants are `Date.now()`, which one machine's tabs share. */
export type Told =
  | { kind: 'signed-in' }
  | { kind: 'signed-out'; why: LogOutReason; sessionId: string }
  | { kind: 'active'; atWallMs: number }
  /** `token` is absent where it would have to be written somewhere to be told. */
  | { kind: 'renewed'; token?: string; atWallMs: number }
  | { kind: 'who-is-there' }

const name = 'almoner-session'

export type Tabs = {
  tell(told: Told): void
  /** Calls back for what other tabs say. Gives the function that stops it. */
  listen(hear: (told: Told) => void): () => void
}

/** By BroadcastChannel; browsers that have none hear of a write to localStorage, which is taken away at once and never holds a token. */
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
      // Two equal writes in a row would be one event.
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
