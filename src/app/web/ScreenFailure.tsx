import { useRouter } from '@tanstack/react-router'
import { Problem } from '../../contract/problems.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'
import { adviceAfter } from '../../web/errors/connection.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'

/** Shown when a screen fails to load. "Not found" shows the page of §2.12; anything else can be retried. */
export function ScreenFailure({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  if (error instanceof Problem && error.code === 'not-found') return <DeniedPage />
  return (
    <>
      <PageHeading title="Something went wrong">Something went wrong</PageHeading>
      <Alert kind="danger">
        This page could not be shown. {adviceAfter(error)}
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
