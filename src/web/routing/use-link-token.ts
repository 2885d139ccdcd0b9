import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { linkTokenPattern } from '../../contract/link-token.ts'

/**
 * The token of the mailed link that opened the page, or null. It is removed from the address at once, so that it is not in the
 * history, bookmarks or screenshots. After a reload the person has to open the link again.
 */
export function useLinkToken(): { token: string | null; clearToken: () => void } {
  const router = useRouter()
  const { hash, pathname } = useRouterState({ select: state => state.location })
  const inAddress = hash.replace(/^#/, '')
  const addressToken = linkTokenPattern.test(inAddress) ? inAddress : null
  const [token, setToken] = useState(addressToken)
  useEffect(() => {
    if (addressToken === null) return
    setToken(addressToken)
    router.history.replace(pathname)
  }, [router, addressToken, pathname])
  return { token: addressToken ?? token, clearToken: () => setToken(null) }
}
