import { useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import { Problem } from '../../contract/problems.ts'
import { isScreenPath, type Screen, screens } from '../../contract/screens.ts'
import { LoadCause } from '../../web/api/LoadFailure.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { loadScreen } from './screens.ts'

// The screen's own code has loaded by then, so the connection works.
const DeniedPage = lazy(async () => ({ default: await loadScreen('/403') }))
const NotFoundPage = lazy(async () => ({
  default: (await import('../../features/pages/NotFoundPage.tsx')).NotFoundPage,
}))

/**
 * Shown when a screen fails to load. If nothing was found, a screen about a charity or grant says so, and any other shows the
 * page of §2.12. Anything else can be retried.
 */
export function ScreenFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  if (error instanceof Problem && error.code === 'not-found') {
    const id: string = router.state.matches.at(-1)?.routeId ?? ''
    const screen: Screen | undefined = isScreenPath(id) ? screens[id] : undefined
    return screen?.about ? <NotFoundPage about={screen.about} /> : <DeniedPage />
  }
  return (
    <>
      <PageHeading title="Something went wrong">Something went wrong</PageHeading>
      <Alert kind="danger">
        This page could not be shown. <LoadCause error={error} />
      </Alert>
      <Button
        onPress={() => {
          reset()
          void router.invalidate()
        }}
      >
        Try again
      </Button>
    </>
  )
}
