import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { retryAdvice } from '../errors/connection.ts'
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
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    // The button goes with the failure; reading goes on at the heading.
    return () => {
      if (element?.contains(document.activeElement))
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={box}>
      <Alert kind="danger">
        {what} could not be loaded. {retryAdvice(failed[0]?.error)}
      </Alert>
      <Button
        isPending={failed.some(({ isFetching }) => isFetching)}
        pendingText="Trying again..."
        onPress={() => {
          for (const request of failed) void request.refetch()
        }}
      >
        Try again
      </Button>
    </div>
  )
}
