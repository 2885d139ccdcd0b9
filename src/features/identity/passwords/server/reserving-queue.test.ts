import { expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { type Caller, reservingQueue } from './reserving-queue.ts'

/** Tasks that run until the test ends them. */
function controlledTasks(capacity: Parameters<typeof reservingQueue>[0]) {
  const enqueue = reservingQueue(capacity)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const outcomes = new Map<string, Promise<unknown>>()
  const add = (name: string, caller: Caller) => {
    const outcome = enqueue(caller, async () => {
      started.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
    })
    outcomes.set(name, outcome)
    outcome.catch(() => undefined)
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await outcomes.get(name)
    // The next task starts in a later microtask.
    await new Promise(resolve => setImmediate(resolve))
  }
  return { started, outcomes, add, end }
}

test('keeps the reserved capacity free while strangers fill theirs', () => {
  const { started, add } = controlledTasks({ maxStrangers: 2, reservedForKnown: 1, maxWaiting: 5 })
  for (const name of ['s1', 's2', 's3', 's4']) add(name, 'stranger')
  expect(started).toEqual(['s1', 's2'])
  add('k1', 'known')
  expect(started).toEqual(['s1', 's2', 'k1'])
})

test('admits known callers before strangers who wait longer', async () => {
  const { started, add, end } = controlledTasks({ maxStrangers: 1, reservedForKnown: 1, maxWaiting: 5 })
  for (const name of ['s1', 's2']) add(name, 'stranger')
  for (const name of ['k1', 'k2']) add(name, 'known')
  await end('s1')
  expect(started).toEqual(['s1', 'k1', 'k2'])
  await end('k1')
  await end('k2')
  expect(started).toEqual(['s1', 'k1', 'k2', 's2'])
})

test('lets strangers have the capacity that known callers leave, never the reserved part', async () => {
  const { started, add, end } = controlledTasks({ maxStrangers: 1, reservedForKnown: 1, maxWaiting: 5 })
  for (const name of ['k1', 'k2']) add(name, 'known')
  for (const name of ['s1', 's2']) add(name, 'stranger')
  expect(started).toEqual(['k1', 'k2'])
  await end('k1')
  await end('k2')
  expect(started).toEqual(['k1', 'k2', 's1'])
})

test('rejects a task whose queue is full, with Retry-After, and accepts the other kind', async () => {
  const { started, outcomes, add } = controlledTasks({ maxStrangers: 1, reservedForKnown: 1, maxWaiting: 1 })
  for (const name of ['s1', 's2', 's3']) add(name, 'stranger')
  const refusal = await outcomes.get('s3')?.catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({ code: 'unavailable', retryAfterS: 30 })
  add('k1', 'known')
  expect(started).toEqual(['s1', 'k1'])
})

test('frees the slot of a failed task', async () => {
  const enqueue = reservingQueue({ maxStrangers: 1, reservedForKnown: 0, maxWaiting: 1 })
  const failing = enqueue('stranger', async () => {
    throw new Error('failed')
  })
  const next = enqueue('stranger', async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
