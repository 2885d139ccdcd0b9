import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const pattern = /^#?([A-Za-z0-9_-]{43})$/

/**
 * The token of the mail's link that has led here, null without one. It is taken out of the address at once, so that it stays
 * in no history, bookmark or screenshot; a page that is loaded anew has to be opened from the mail again.
 */
export function useLinkToken(): { token: string | null; forget: () => void } {
  const router = useRouter()
  const { hash, pathname } = useRouterState({ select: state => state.location })
  const inAddress = pattern.exec(hash)?.[1] ?? null
  const [token, setToken] = useState(inAddress)
  useEffect(() => {
    if (inAddress === null) return
    setToken(inAddress)
    router.history.replace(pathname)
  }, [router, inAddress, pathname])
  return { token: inAddress ?? token, forget: () => setToken(null) }
}
