import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { isAnswered, retryAdvice } from '../errors/connection.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Alert } from '../ui/notices/Alert.tsx'
import { LinkedText } from '../ui/text/LinkedText.tsx'
import styles from './LoadFailure.module.css'

type Cause = { error: unknown }

// The catalogue of §8 comes with the first failure that the server explains.
const ExplainedCause = lazy(async () => {
  const { loadAdvice } = await import('./show-failure.ts').catch(() => ({ loadAdvice: retryAdvice }))
  return { default: ({ error }: Cause) => <LinkedText text={loadAdvice(error)} /> }
})

/** Why something could not be loaded, and what to do about it. */
export function LoadCause({ error }: Cause) {
  if (!isAnswered(error)) return retryAdvice(error)
  return (
    <Suspense fallback={null}>
      <ExplainedCause error={error} />
    </Suspense>
  )
}

/** What a query says about its last attempt. */
export type LoadRequest = {
  isError: boolean
  isFetching: boolean
  error: unknown
  refetch: () => unknown
}

type LoadFailureProps = {
  /** The subject of the message: 'The statement'. */
  what: string
  /** The queries without data; those that failed are sent again. */
  requests: readonly LoadRequest[]
}

/** Says what could not be loaded, why, and with which trace ID (§8), and offers to try again. Every screen says it with this. */
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
    <div ref={box} className={styles.failure}>
      <Alert kind="danger">
        {what} could not be loaded. <LoadCause error={failed[0]?.error} />
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
