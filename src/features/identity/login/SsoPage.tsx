import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { restoreStoredDrafts } from '../../../web/session/local-backups.ts'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { targetOfTab } from './target-of-tab.ts'

const toasts = {
  // The text of §4.
  validation: {
    header: 'Validation Failed:',
    message: 'You do not have access to this site, please contact support if problem persists.',
  },
  failure: {
    header: 'We couldn’t log you in',
    message: 'Something went wrong. Please try again.',
  },
} as const

/** The target of the provider's redirect (§2.12). Continues as soon as the conditions of §4 are met or one has failed. */
export function SsoPage() {
  const router = useRouter()
  useEffect(() => {
    let isMounted = true
    void completeSignIn(window.location.search).then(async outcome => {
      if (!isMounted) return
      if (!outcome.ok) showToast({ ...toasts[outcome.why], className: 'error' })
      // Its form reads them when it is shown.
      if (outcome.ok) await restoreStoredDrafts()
      // Replaces the address, so that the code does not stay in the history.
      router.history.replace(outcome.ok ? targetOfTab(outcome.returnTo) : paths.home())
    })
    return () => {
      isMounted = false
    }
  }, [router])
  return (
    <>
      <PageHeading title="Logging in...">Logging in...</PageHeading>
      <p role="status">Please wait</p>
    </>
  )
}
