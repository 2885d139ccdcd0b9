import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

test('stops the parts in reverse order, each once', async () => {
  const stopped: string[] = []
  const shutdown = createShutdown(() => {})
  for (const name of ['PostgreSQL', 'pools', 'worker', 'http'])
    shutdown.add(name, async () => stopped.push(name))
  await Promise.all([shutdown.stop(), shutdown.stop()])
  await shutdown.stop()
  expect(stopped).toEqual(['http', 'worker', 'pools', 'PostgreSQL'])
})

test('reports a part that fails or hangs, and stops the others', async () => {
  const problems: string[] = []
  const stopped: string[] = []
  const shutdown = createShutdown(problem => problems.push(problem), 50)
  shutdown.add('PostgreSQL', async () => stopped.push('PostgreSQL'))
  shutdown.add('worker', () => new Promise(() => {}))
  shutdown.add('http', async () => {
    throw new Error('a socket is stuck')
  })
  await shutdown.stop()
  expect(stopped).toEqual(['PostgreSQL'])
  expect(problems).toEqual([
    'http did not stop well: Error: a socket is stuck',
    'worker did not stop in 0.05 s',
  ])
})
