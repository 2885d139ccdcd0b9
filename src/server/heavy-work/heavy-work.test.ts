import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../contract/problems.ts'
import type { Requester } from './fair-queue.ts'
import { heavyJob } from './heavy-job.ts'
import { createHeavyWork, heavyWorkLimits } from './heavy-work.ts'

const jobOf = (thread: 'own' | 'shared', cpuMs = 300) =>
  heavyJob<typeof import('./test-job.worker.ts').default>({
    module: new URL('./test-job.worker.ts', import.meta.url),
    cpuMs,
    thread,
  })
const shared = jobOf('shared')
const requester: Requester = { client: 'npt', person: 'ana', signal: null }
const heavyWork = createHeavyWork({ ...heavyWorkLimits, heapMb: 32, buffersMb: 16 })

describe('a job', () => {
  test('runs in another thread, and a shared thread keeps what it has loaded', async () => {
    const first = await heavyWork.run(shared, { kind: 'count' }, requester)
    const second = await heavyWork.run(shared, { kind: 'count' }, requester)
    expect(first).toMatchObject({ isMainThread: false, runs: 1, secrets: [] })
    expect(second).toMatchObject({ runs: 2 })
    expect(await heavyWork.run(jobOf('own'), { kind: 'count' }, requester)).toMatchObject({ runs: 1 })
  })

  test('gets its input when it has its turn, and gives a large result in parts', async () => {
    const parts: unknown[] = []
    const input = async () => ({ kind: 'parts' as const, parts: 3 })
    const onPart = (part: unknown) => {
      parts.push(part)
    }
    expect(await heavyWork.run(shared, input, requester, { onPart })).toBe('all')
    expect(parts).toEqual([0, 1, 2])
  })

  test('passes a problem on with its code and its fields', async () => {
    const failed = heavyWork.run(shared, { kind: 'problem' }, requester)
    await expect(failed).rejects.toBeInstanceOf(Problem)
    await expect(failed).rejects.toMatchObject({ code: 'validation', errors: { file: ['It is damaged.'] } })
    await expect(heavyWork.run(shared, { kind: 'error' }, requester)).rejects.toThrow(
      'a fault of the program',
    )
  })

  // On a busy machine the collector may work for seconds before it gives up: the limit of time must not come first.
  test.each([
    ['processor time', 'loop', 'time', 300],
    ['heap', 'heap', 'memory', 20_000],
    ['buffers', 'buffers', 'memory', 20_000],
  ] as const)('ends beyond its limit of %s, and the next one runs', async (_what, kind, limit, cpuMs) => {
    await expect(heavyWork.run(jobOf('shared', cpuMs), { kind }, requester)).rejects.toMatchObject({ limit })
    expect(await heavyWork.run(shared, { kind: 'count' }, requester)).toMatchObject({ runs: 1 })
  })

  test('ends when nobody waits for it any more', async () => {
    const leaving = new AbortController()
    const left = heavyWork.run(shared, { kind: 'loop' }, { ...requester, signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
  })

  // Requests are given up with a problem, as those that the job itself finds are.
  test.each(['its start', 'its work'])(
    'that is given up at %s never answers another person',
    async moment => {
      await heavyWork.run(shared, { kind: 'count' }, requester)
      const leaving = new AbortController()
      const question = { kind: 'slow', forMs: 150, result: 'the document of Ana' } as const
      const left = heavyWork.run(shared, question, { ...requester, signal: leaving.signal })
      if (moment === 'its work') await delay(50)
      leaving.abort(new Problem('conflict', { detail: 'The request was given up.' }))
      await expect(left).rejects.toMatchObject({ code: 'conflict' })
      const of = (person: string) =>
        heavyWork.run(shared, { kind: 'slow', forMs: 100, result: person }, { ...requester, person })
      expect(await Promise.all([of('Ben'), of('Cleo'), of('Dora')])).toEqual(['Ben', 'Cleo', 'Dora'])
    },
  )

  test('fails with what its receiver throws, and the next one runs', async () => {
    const onPart = () => {
      throw new Error('no such line')
    }
    const failed = heavyWork.run(shared, { kind: 'parts', parts: 2 }, requester, { onPart })
    await expect(failed).rejects.toThrow('no such line')
    expect(await heavyWork.run(shared, { kind: 'count' }, requester)).toMatchObject({ isMainThread: false })
  })
})
