import { useRouter } from '@tanstack/react-router'
import { Problem } from '../../contract/problems.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'

/** A screen that could not be shown: what is not there for this person reads as §2.12's page, all else can be tried again. */
export function ScreenFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  if (error instanceof Problem && error.code === 'not-found') return <DeniedPage />
  return (
    <>
      <PageHeading title="Something went wrong">Something went wrong</PageHeading>
      <Alert kind="danger">
        This page could not be shown. Please try again.
        {error instanceof Problem && error.traceId ? ` ID: ${error.traceId}` : null}
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
