import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient, refreshAll } from './query.ts'

afterEach(() => queryClient.clear())

type Answer = { answer: (text: string) => void; signal: AbortSignal }

/** A query whose answers the test gives, in the order of the requests. */
function startQuery() {
  const requests: Answer[] = []
  const options = {
    queryKey: ['rows'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>(answer => requests.push({ answer, signal })),
  }
  return { requests, options }
}

test('a first answer that was read before a command is not shown after it', async () => {
  const { requests, options } = startQuery()
  const observer = new QueryObserver(queryClient, options)
  const stop = observer.subscribe(() => undefined)
  expect(requests).toHaveLength(1)

  const refreshed = refreshAll()
  expect(requests).toHaveLength(2)
  expect(requests[0]?.signal.aborted).toBe(true)
  requests[0]?.answer('before the command')
  requests[1]?.answer('after the command')
  await refreshed
  expect(observer.getCurrentResult().data).toBe('after the command')
  stop()
})

test('a screen that waits for its data before it opens gets what is true after the command', async () => {
  const { requests, options } = startQuery()
  const loaded = queryClient.fetchQuery(options)
  const refreshed = refreshAll()
  requests[0]?.answer('before the command')
  requests[1]?.answer('after the command')
  await refreshed
  expect(await loaded).toBe('after the command')
})

test('data that is shown is fetched again once', async () => {
  const { requests, options } = startQuery()
  const observer = new QueryObserver(queryClient, options)
  const stop = observer.subscribe(() => undefined)
  requests[0]?.answer('before')
  await expect.poll(() => observer.getCurrentResult().data).toBe('before')
  const refreshed = refreshAll()
  requests[1]?.answer('after')
  await refreshed
  expect(requests).toHaveLength(2)
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})
