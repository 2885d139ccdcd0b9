// Runs before the program has loaded (src/web/early.ts), and so imports nothing.

/** One of the keys of sessionStorage that §9 names. */
export const tokenKey = 'almoner-auth-token'

/** Followed by a currency, a colon and a user id: the key of localStorage with the account that the person used last. */
export const lastAccountKey = 'almoner-account:'

/** The limit of openTab for people whose last accounts are sent. */
const maxUsers = 50

type EarlyRequest = { address: string; body: string; sentAt: number; response: Promise<Response> }

let early: EarlyRequest | null = isNewTabWithSession() ? openTabEarly() : null

/**
 * The response to a request that was sent while the program was loading, and for how many milliseconds it has been under way; null
 * unless it is this request. Each response is given once.
 */
export function takeEarlyResponse(
  address: string,
  { body, headers }: { body?: unknown; headers: object },
): { response: Promise<Response>; sentMsAgo: number } | null {
  if (early?.address !== address || early.body !== body || 'authorization' in headers) return null
  const { response, sentAt } = early
  early = null
  return { response, sentMsAgo: performance.now() - sentAt }
}

type LastAccounts = Partial<Record<'USD' | 'GBP', number>>

/** The accounts used last in this browser, by user id and currency: the server picks that of the cookie's user. */
export function accountsUsedLast(
  keys: readonly string[],
  read: (key: string) => string | null,
): Record<string, LastAccounts> {
  const byUser: Record<string, LastAccounts> = {}
  for (const key of keys) {
    const [, currency, userId] = /^almoner-account:(USD|GBP):([0-9a-f-]{36})$/.exec(key) ?? []
    const fundId = read(key) ?? ''
    if (userId === undefined || !/^\d{6,8}$/.test(fundId)) continue
    const isFull = Object.keys(byUser).length >= maxUsers && !Object.hasOwn(byUser, userId)
    if (!isFull) byUser[userId] = { ...byUser[userId], [currency === 'USD' ? 'USD' : 'GBP']: Number(fundId) }
  }
  return byUser
}

function isNewTabWithSession(): boolean {
  try {
    return (
      // In a document that is not the portal's, nothing is requested (§4).
      document.getElementById('root') !== null &&
      document.documentElement.dataset.noSession === 'false' &&
      window.location.pathname !== '/sso' &&
      sessionStorage.getItem(tokenKey) === null
    )
  } catch {
    return false
  }
}

/** Sends what `openThisTab` would send (src/web/session/session.ts). If the two ever differ, this response is not used. */
function openTabEarly(): EarlyRequest {
  const address = '/api/session/tab'
  const body = JSON.stringify({
    lastUsed: accountsUsedLast(Object.keys(localStorage), key => localStorage.getItem(key)),
  })
  const response = fetch(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'X-AccountId': '0', 'content-type': 'application/json' },
    body,
  })
  // The program meets the failure when it takes the response; if it never does, nobody needs to know.
  response.catch(() => undefined)
  return { address, body, sentAt: performance.now(), response }
}
