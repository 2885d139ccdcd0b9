import { tabStorage } from './storages.ts'

export const returnTargetKey = 'almoner-return-to'

/**
 * Stores where this tab goes after logging in, in sessionStorage (§9): two tabs that log in at the same time share the browser's sign-in
 * request, but not their targets. `userId`: the only person who may be led there; absent where a visitor asked for it. A visitor who
 * asks for nothing replaces only what a visitor asked for. The pages of the login are no target: a session may end on them, too.
 * `targetOfTab` reads it.
 */
export function writeReturnTarget(address: string | undefined, userId = ''): void {
  if (/^\/s(ign-in|so)\b/.test(address ?? '')) return
  if (address !== undefined) tabStorage.setItem(returnTargetKey, `${userId} ${address}`)
  else if (tabStorage.getItem(returnTargetKey)?.startsWith(' ')) tabStorage.removeItem(returnTargetKey)
}
