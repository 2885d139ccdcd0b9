import { browserStorage, type TextStorage } from './storages.ts'
import type { TabAccount } from './tab-account.ts'

/**
 * Why a session ended: the person logged out, was idle, made no request for 30 minutes, or the server no longer knows the session.
 */
export type LogOutReason = 'requested' | 'idle' | 'expired' | 'ended'

/** The messages between the tabs of a browser. Times are `Date.now()`, which tabs of one machine share. */
export type TabMessage =
  | { kind: 'signed-in' }
  | { kind: 'signed-out'; why: LogOutReason; sessionId: string }
  | { kind: 'active'; atWallMs: number }
  /** `token` is absent where sending it would mean storing it. */
  | { kind: 'renewed'; token?: string; atWallMs: number }
  | { kind: 'activity-query' }
  /** The person left a tab to sign a document at its provider, and came back. */
  | { kind: 'away'; atWallMs: number }
  | { kind: 'back' }
  /** What a tab shows; `asks`: the other tabs shall say the same. */
  | ({ kind: 'account'; asks: boolean } & TabAccount)
  /** A change that screens of other tabs show too. */
  | { kind: 'data-changed' }

const name = 'almoner-session'

export type Tabs = {
  send(message: TabMessage): void
  /** Listens to other tabs; returns the function that stops. */
  listen(receive: (message: TabMessage) => void): () => void
}

/** By BroadcastChannel; browsers without it get a localStorage event whose entry is removed at once and never holds a token. */
export const tabs: Tabs =
  typeof BroadcastChannel === 'function' ? byChannel(new BroadcastChannel(name)) : byStorage(browserStorage)

export function byChannel(channel: BroadcastChannel): Tabs {
  return {
    send: message => channel.postMessage(message),
    listen: receive => {
      const onMessage = ({ data }: MessageEvent<TabMessage>) => receive(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}

export function byStorage(storage: Pick<TextStorage, 'setItem' | 'removeItem'>): Tabs {
  return {
    send: message => {
      const stored = message.kind === 'renewed' ? { kind: message.kind, atWallMs: message.atWallMs } : message
      // Two equal writes in a row would raise only one event.
      storage.setItem(name, JSON.stringify({ ...stored, nonce: Math.random() }))
      storage.removeItem(name)
    },
    listen: receive => {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        // Only tabs of this origin, which run this program, can write it.
        if (key === name && newValue !== null) receive(JSON.parse(newValue) as TabMessage)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}
