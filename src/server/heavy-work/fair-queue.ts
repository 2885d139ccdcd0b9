import type { Problem } from '../../contract/problems.ts'
import { tooBusy } from '../http/retry-later.ts'

/** For whom work is done. Turns go round the clients, and round the people of each. */
export type Requester = {
  client: string
  /** A user ID, `visitor` with an address, or `portal` for jobs. */
  person: string
  /** Aborts when nobody waits for the result any more; null for jobs, which nobody gives up. */
  signal: AbortSignal | null
}

export type QueueLimits = {
  /** What runs at once: in all, for one client and for one person. */
  running: number
  runningPerClient: number
  runningPerPerson: number
  /** What may wait, in the same order. */
  waiting: number
  waitingPerClient: number
  waitingPerPerson: number
}

type Ticket = { start: () => void }
type Person = { running: number; waiting: Ticket[] }
type Client = { running: number; waiting: number; people: Map<string, Person> }

type Turns = { clients: Map<string, Client>; running: number; waiting: number; limits: QueueLimits }

/**
 * A queue that serves clients in turn, and within a client its people in turn, so that nobody waits for what another person has lined up.
 * One person never holds all places, and neither does one client.
 */
export function createFairQueue(limits: QueueLimits) {
  const turns: Turns = { clients: new Map(), running: 0, waiting: 0, limits }
  /**
   * Waits for the requester's turn. Throws `too-many-requests` if the person or the client has too much waiting, `unavailable` if all
   * together have, and the signal's reason if it aborts before the turn.
   *
   * @returns what ends the turn; calling it again does nothing.
   */
  async function enter(requester: Requester): Promise<() => void> {
    await waitForTurn(turns, requester)
    let isRunning = true
    return () => {
      if (!isRunning) return
      isRunning = false
      const { client, person } = placeOf(turns, requester)
      for (const each of [turns, client, person]) each.running -= 1
      goLast(turns, requester)
      leave(turns, requester)
      startNext(turns)
    }
  }
  return {
    enter,
    /** Does the work when it is the requester's turn. Throws as `enter`, and whatever `work` throws. */
    async run<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result> {
      const end = await enter(requester)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}

async function waitForTurn(turns: Turns, requester: Requester): Promise<void> {
  const { signal } = requester
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ticket = { start: resolve }
  addWaiting(turns, requester, ticket)
  const giveUp = () => {
    const { client, person } = placeOf(turns, requester)
    person.waiting.splice(person.waiting.indexOf(ticket), 1)
    for (const each of [turns, client]) each.waiting -= 1
    leave(turns, requester)
    reject(signal?.reason)
  }
  signal?.addEventListener('abort', giveUp)
  startNext(turns)
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Adds to those who wait. Throws `too-many-requests` or `unavailable` beyond a limit. */
function addWaiting(turns: Turns, requester: Requester, ticket: Ticket): void {
  const { client, person } = placeOf(turns, requester)
  const { limits } = turns
  if (person.waiting.length >= limits.waitingPerPerson) throw refused('person')
  if (client.waiting >= limits.waitingPerClient) throw refused('client')
  if (turns.waiting >= limits.waiting) throw refused('program')
  turns.clients.set(requester.client, client)
  client.people.set(requester.person, person)
  person.waiting.push(ticket)
  for (const each of [turns, client]) each.waiting += 1
}

/** The places of a client and a person, which are new where neither waits nor runs. */
function placeOf({ clients }: Turns, requester: Requester): { client: Client; person: Person } {
  const client = clients.get(requester.client) ?? { running: 0, waiting: 0, people: new Map() }
  return { client, person: client.people.get(requester.person) ?? { running: 0, waiting: [] } }
}

/** Forgets who neither waits nor runs. */
function leave({ clients }: Turns, requester: Requester): void {
  const client = clients.get(requester.client)
  const person = client?.people.get(requester.person)
  if (client && person?.running === 0 && person.waiting.length === 0) client.people.delete(requester.person)
  if (client?.people.size === 0) clients.delete(requester.client)
}

function startNext(turns: Turns): void {
  while (turns.running < turns.limits.running) {
    const next = nextInTurn(turns)
    if (!next) return
    const { clientName, client, personName, person } = next
    goLast(turns, { client: clientName, person: personName })
    for (const each of [turns, client, person]) each.running += 1
    for (const each of [turns, client]) each.waiting -= 1
    person.waiting.shift()?.start()
  }
}

function nextInTurn({ clients, limits }: Turns) {
  for (const [clientName, client] of clients) {
    if (client.waiting === 0 || client.running >= limits.runningPerClient) continue
    for (const [personName, person] of client.people)
      if (person.waiting.length > 0 && person.running < limits.runningPerPerson)
        return { clientName, client, personName, person }
  }
  return null
}

/** Who has or had a turn comes after all others, those included who have come meanwhile. */
function goLast(
  { clients }: Turns,
  { client: clientName, person: personName }: Pick<Requester, 'client' | 'person'>,
): void {
  const client = clients.get(clientName)
  const person = client?.people.get(personName)
  if (!client || !person) throw new Error('who has a turn is in the queue')
  clients.delete(clientName)
  clients.set(clientName, client)
  client.people.delete(personName)
  client.people.set(personName, person)
}

const refusals = {
  person: {
    code: 'too-many-requests',
    sentence: 'We’re still working on your other files and documents.',
    retryAfterS: 10,
  },
  client: {
    code: 'too-many-requests',
    sentence: 'Many people are sending files and asking for documents.',
    retryAfterS: 30,
  },
  program: {
    code: 'unavailable',
    sentence: 'Many people are sending files and asking for documents.',
    retryAfterS: 30,
  },
} as const

/** Why something may not wait, as a problem with its sentence. */
export function refused(limit: keyof typeof refusals): Problem {
  const { code, sentence, retryAfterS } = refusals[limit]
  return tooBusy(code, sentence, retryAfterS)
}
