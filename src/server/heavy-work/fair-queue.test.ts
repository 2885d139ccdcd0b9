import { describe, expect, test } from 'vitest'
import { Problem } from '../../contract/problems.ts'
import { createFairQueue, type QueueLimits, type Requester } from './fair-queue.ts'

const wide: QueueLimits = {
  running: 1,
  runningPerClient: 1,
  runningPerPerson: 1,
  waiting: 100,
  waitingPerClient: 100,
  waitingPerPerson: 100,
}

/** A queue whose work ends when the test says so. `ana@npt` is the person ana of npt. */
function startQueue(limits: Partial<QueueLimits>) {
  const queue = createFairQueue({ ...wide, ...limits })
  const started: string[] = []
  const running = new Map<string, () => void>()
  const ask = (who: string, what = who, signal: AbortSignal | null = null): Promise<string> => {
    const [person = '', client = ''] = who.split('@')
    const requester: Requester = { client, person, signal }
    return queue.run(requester, async () => {
      started.push(what)
      await new Promise<void>(resolve => running.set(what, resolve))
      running.delete(what)
      return what
    })
  }
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return {
    started,
    ask,
    running: () => [...running.keys()],
    settle,
    /** Ends what runs, until nothing does. */
    async drain() {
      for (await settle(); running.size > 0; await settle()) for (const end of [...running.values()]) end()
    },
    async end(what: string) {
      running.get(what)?.()
      await settle()
    },
  }
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'none'
  } catch (error) {
    if (!(error instanceof Problem)) return String(error)
    // People read when to try again, and programs read the same.
    expect(error.detail).toContain(`in ${error.retryAfterS} seconds`)
    return `${error.code} ${error.retryAfterS}`
  }
}

describe('the order of service', () => {
  test('goes round the clients, and round the people of each', async () => {
    const { ask, started, drain } = startQueue({})
    for (const what of ['1', '2', '3']) void ask('ana@npt', `ana ${what}`)
    void ask('ben@npt', 'ben 1')
    void ask('ben@npt', 'ben 2')
    void ask('cem@ubs', 'cem 1')
    void ask('cem@ubs', 'cem 2')
    await drain()
    expect(started).toEqual(['ana 1', 'cem 1', 'ben 1', 'cem 2', 'ana 2', 'ben 2', 'ana 3'])
  })

  test('keeps a place free of one person’s work, and of one client’s', async () => {
    const { ask, running, settle } = startQueue({ running: 3, runningPerClient: 2 })
    for (const what of ['1', '2', '3']) void ask('ana@npt', `ana ${what}`)
    await settle()
    expect(running()).toEqual(['ana 1'])
    void ask('ben@npt')
    void ask('dan@npt')
    await settle()
    expect(running()).toEqual(['ana 1', 'ben@npt'])
    void ask('cem@ubs')
    await settle()
    expect(running()).toEqual(['ana 1', 'ben@npt', 'cem@ubs'])
  })
})

describe('what may wait', () => {
  test.each([
    ['of a person', { waitingPerPerson: 2 }, 'ana@npt', 'too-many-requests 10'],
    ['of a client', { waitingPerClient: 2 }, 'ben@npt', 'too-many-requests 30'],
    ['of all', { waiting: 2 }, 'cem@ubs', 'unavailable 30'],
  ])('is limited: %s', async (_whose, limits, next, refusal) => {
    const { ask, settle, drain } = startQueue(limits)
    const asked = ['1', '2', '3'].map(what => ask('ana@npt', what))
    await settle()
    expect(await refusalOf(ask(next))).toBe(refusal)
    await drain()
    expect(await Promise.all(asked)).toEqual(['1', '2', '3'])
    const again = ask(next)
    await drain()
    expect(await refusalOf(again)).toBe('none')
  })

  test('leaves the queue when nobody waits for it any more', async () => {
    const { ask, started, drain, settle } = startQueue({ waitingPerPerson: 1 })
    void ask('ana@npt', 'first')
    await settle()
    const leaving = new AbortController()
    const left = ask('ana@npt', 'left', leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    void ask('ana@npt', 'second')
    await drain()
    expect(started).toEqual(['first', 'second'])
    await expect(ask('ana@npt', 'late', leaving.signal)).rejects.toThrow('gone')
  })
})

test('a turn that is ended twice gives one place back', async () => {
  const queue = createFairQueue(wide)
  const by = (person: string): Requester => ({ client: 'npt', person, signal: null })
  const end = await queue.enter(by('ana'))
  const second = queue.enter(by('ben'))
  const third = queue.enter(by('cem'))
  end()
  end()
  const endSecond = await second
  expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits')
  endSecond()
  ;(await third)()
})
