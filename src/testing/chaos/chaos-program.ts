import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { minuteMs } from '../../domain/durations.ts'
import { cookiesOf } from '../sign-in/sign-in.ts'
import { healthOf } from '../temporary/spawned-server.ts'

/** A program that serves the portal and can be killed and started again. */
export type ChaosProgram = {
  port: number
  start(): Promise<void>
  /** As the kernel does when the memory is exhausted, or as a power failure. */
  kill(): Promise<void>
  /** Whether it has answered since its start and was not killed. */
  isServing(): boolean
  /** The exit code, if the program ended by itself. */
  endedBy(): number | string | null
  stop(): Promise<void>
  /** Waits until /healthz answers 200; returns the milliseconds that it took. */
  ready(): Promise<number>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

const maxStartMs = 3 * minuteMs

/** @param about.log the file that gets what the program prints. */
export function chaosProgram(about: {
  script: string
  port: number
  environment: Record<string, string>
  log: string
}): ChaosProgram {
  const output = createWriteStream(about.log, { flags: 'a' })
  let child: ChildProcess | null = null
  let isEnding = false
  let isServing = false
  const health = healthOf(about.port)
  const ready = async () => {
    const startedAtMs = performance.now()
    while (!(await isReady(health))) {
      if (child?.exitCode !== null)
        throw new Error(`the program ended with ${child?.exitCode}: see ${about.log}`)
      if (performance.now() - startedAtMs > maxStartMs)
        throw new Error(`the program is not ready: see ${about.log}`)
      await delay(50)
    }
    return performance.now() - startedAtMs
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    isEnding = true
    isServing = false
    child?.kill(signal)
    await ended
  }
  return {
    port: about.port,
    start: async () => {
      isEnding = false
      child = spawn(process.execPath, [about.script], {
        env: { ...process.env, ...about.environment, PORT: String(about.port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout?.pipe(output, { end: false })
      child.stderr?.pipe(output, { end: false })
      await ready()
      isServing = true
    },
    isServing: () => isServing,
    kill: () => end('SIGKILL'),
    endedBy: () => (isEnding ? null : (child?.exitCode ?? child?.signalCode ?? null)),
    stop: () => end('SIGTERM'),
    ready,
    inject: options => send(about.port, options),
  }
}

const isReady = async (address: string) =>
  await fetch(address).then(
    async response => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )

/** Longer than any command may take, so that a request that is never answered is noticed. */
const maxAnswerMs = minuteMs

/** Sends one request over HTTP as `app.inject` would. @throws if the connection ends before the whole response has arrived. */
async function send(port: number, options: InjectOptions): Promise<LightMyRequestResponse> {
  const { method = 'GET', url = '/', payload } = options
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  const body = payload === undefined || isText ? payload : JSON.stringify(payload)
  const headers: Record<string, string | string[]> = {
    ...(payload === undefined || isText ? {} : { 'content-type': 'application/json' }),
    ...(options.headers as Record<string, string>),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body as string)) }),
  }
  return await new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path: String(url), headers, agent: false },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('error', reject)
        response.on('aborted', () => reject(new Error('the response was cut off')))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          const answer = {
            statusCode: response.statusCode ?? 0,
            headers: response.headers,
            cookies: cookiesOf(response.headers['set-cookie'] ?? []),
            body: text,
            json: <T>() => JSON.parse(text) as T,
          }
          // The other fields are of `inject` alone.
          resolve(answer as unknown as LightMyRequestResponse)
        })
      },
    )
    sent.setTimeout(maxAnswerMs, () =>
      sent.destroy(new Error('the request was not answered within a minute')),
    )
    sent.on('error', reject)
    sent.end(body as string | Buffer | undefined)
  })
}
