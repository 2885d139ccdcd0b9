import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Endpoint, Reply, Sent } from '../../contract/endpoint.ts'
import { requestOf } from '../../contract/request-of.ts'
import { type DemoUser, demoEmail } from '../../demo/people/demo-users.ts'
import { minuteMs } from '../../domain/durations.ts'
import { bytesOf, type TestSession } from '../app.ts'
import { signInStepByStep } from '../sign-in/sign-in.ts'
import { chaosPassword } from './chaos-data.ts'
import type { ChaosProgram } from './chaos-program.ts'

/** How often the rows that a command writes must exist: the number in the column `count` must be 1. */
type Once = { sql: string; values: readonly unknown[] }

type About = { as: DemoUser; fundId?: number; kind: string; once?: Once }

export type ChaosCalls = {
  /** Sends a command until it is acknowledged, each time with the same key. */
  command<const E extends Endpoint>(endpoint: E, sent: Sent<E>, about: About): Promise<Reply<E>>
  /** One GET request; notes what it answered. */
  look(url: string, as?: DemoUser): Promise<void>
  /** Repeats commands that were acknowledged, with their keys: each must answer 200 again. */
  repeatAcknowledged(pick: <T>(from: readonly T[]) => T, count: number): Promise<void>
  readonly acknowledged: { kind: string; once?: Once }[]
  /** How often each kind of answer came; `no answer` for a connection that ended. */
  readonly answers: Map<string, number>
  readonly commandsRepeated: () => number
  readonly findings: string[]
}

/** One of its steps was refused while the database was away. */
class SignInFailed extends Error {}

/** Sessions end sooner than a step-up would be asked for. */
const sessionMs = 4 * minuteMs
const giveUpMs = 5 * minuteMs

export function chaosCalls(program: ChaosProgram): ChaosCalls {
  const answers = new Map<string, number>()
  const acknowledged: { kind: string; once?: Once; repeat: () => Promise<number> }[] = []
  const findings: string[] = []
  const sessions = new Map<DemoUser, { since: number; session: Promise<TestSession> }>()
  let commandsRepeated = 0
  const host = `npt.localhost:${program.port}`
  const origin = `http://${host}`
  const note = (answer: string | number) =>
    answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1)

  const sessionOf = (user: DemoUser): Promise<TestSession> => {
    const known = sessions.get(user)
    if (known && performance.now() - known.since < sessionMs) return known.session
    const who = { client: 'npt', origin, userId: demoEmail(user, 'npt'), password: chaosPassword }
    const session = signInStepByStep(program, who).catch((error: unknown) => {
      throw new SignInFailed(String(error))
    })
    sessions.set(user, { since: performance.now(), session })
    session.catch(() => sessions.delete(user))
    return session
  }

  /** A request that gets no answer is the fault of the program, unless that was killed. */
  const noteNoAnswer = (what: string, error: unknown) => {
    note('no answer')
    if (program.isServing() && !(error instanceof SignInFailed))
      findings.push(`${what} got no answer: ${String(error)}`)
  }

  const sendOnce = async <E extends Endpoint>(endpoint: E, sent: Sent<E>, about: About, key: string) => {
    const session = await sessionOf(about.as)
    const { method, address, body, upload, contentType } = requestOf(endpoint, sent)
    const response = await program.inject({
      method,
      url: address,
      headers: {
        host,
        origin,
        'x-accountid': String(about.fundId ?? 0),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(endpoint.idempotent ? { 'idempotency-key': key } : {}),
        ...session.headers,
      },
      ...(contentType === undefined ? {} : { payload: body ?? bytesOf(upload) }),
    })
    note(response.statusCode)
    if (response.statusCode === 500) findings.push(`${about.kind} answered 500: ${response.body}`)
    // The session may have ended, or be unknown to a reader that starts anew.
    if (response.statusCode === 401) sessions.delete(about.as)
    return response
  }

  const command = async <const E extends Endpoint>(
    endpoint: E,
    sent: Sent<E>,
    about: About,
  ): Promise<Reply<E>> => {
    const key = randomUUID()
    const startedAtMs = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      if (performance.now() - startedAtMs > giveUpMs) throw new Error(`${about.kind} was never answered`)
      const response = await sendOnce(endpoint, sent, about, key).catch((error: unknown) => {
        noteNoAnswer(about.kind, error)
        return { statusCode: 0, body: String(error) } as const
      })
      if (response.statusCode === 200 && 'json' in response) {
        const { once, kind } = about
        const repeat = async () => (await sendOnce(endpoint, sent, about, key)).statusCode
        acknowledged.push({
          kind,
          ...(once && { once }),
          repeat: endpoint.idempotent ? repeat : async () => 200,
        })
        return z.decode(endpoint.reply, response.json()) as Reply<E>
      }
      if (![0, 401, 429, 500, 503].includes(response.statusCode))
        throw new Error(
          `${about.kind} answered ${response.statusCode} at attempt ${attempt}: ${response.body}`,
        )
      commandsRepeated += 1
      await delay(100 + Math.min(1000, 100 * attempt))
    }
  }

  return {
    command,
    acknowledged,
    answers,
    findings,
    commandsRepeated: () => commandsRepeated,
    look: async (url, as) => {
      try {
        const headers = as === undefined ? {} : (await sessionOf(as)).headers
        const { statusCode, body } = await program.inject({
          url,
          headers: { host, accept: 'text/html', ...headers },
        })
        note(`GET ${statusCode}`)
        if (
          [404, 500].includes(statusCode) ||
          (statusCode === 503 && !/reach its records|does not answer/.test(body))
        )
          findings.push(`GET ${url} answered ${statusCode}: ${body.slice(0, 300)}`)
        if (statusCode === 401 && as !== undefined) sessions.delete(as)
      } catch (error) {
        noteNoAnswer(`GET ${url}`, error)
      }
    },
    repeatAcknowledged: async (pick, count) => {
      for (let repeated = 0; repeated < count && acknowledged.length > 0; repeated += 1) {
        const { kind, repeat } = pick(acknowledged)
        const status = await repeat()
        if (status !== 200) findings.push(`${kind} was acknowledged and its repeat answered ${status}`)
      }
    },
  }
}
