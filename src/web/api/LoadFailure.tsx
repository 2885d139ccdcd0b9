import type { UseQueryResult } from '@tanstack/react-query'
import { adviceAfter } from '../errors/connection.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Alert } from '../ui/notices/Alert.tsx'

type LoadFailureProps = {
  /** The subject of the message: 'The statement'. */
  what: string
  /** The queries without data; those that failed are sent again. */
  requests: readonly Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'refetch'>[]
}

/** Says what could not be loaded and whether the device is offline, and offers to try again. */
export function LoadFailure({ what, requests }: LoadFailureProps) {
  const failed = requests.filter(({ isError }) => isError)
  const tryAgain = async () => {
    const results = await Promise.all(failed.map(request => request.refetch()))
    // The button is gone then; the heading is where reading goes on.
    if (results.every(({ isSuccess }) => isSuccess) && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  return (
    <>
      <Alert kind="danger">
        {what} could not be loaded. {adviceAfter(failed[0]?.error)}
      </Alert>
      <Button
        isPending={failed.some(({ isFetching }) => isFetching)}
        pendingText="Trying again..."
        onPress={() => void tryAgain()}
      >
        Try again
      </Button>
    </>
  )
}
