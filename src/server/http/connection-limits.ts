import type { Server } from 'node:http'
import { minuteMs } from '../../domain/durations.ts'

/** The limits of one server process for its connections. A request cannot change them. */
export type ConnectionLimits = {
  /** Concurrent connections; further ones are closed unread. */
  connections: number
  /** Time for the headers of a request to arrive. */
  headersMs: number
  /** Time for the body of a request to arrive. */
  requestMs: number
  /** What an upload adds to that time: a second for this many bytes that have arrived. */
  uploadBytesPerSecond: number
  /** Time for an upload without a byte. */
  uploadStallMs: number
  /** Time for the largest upload to arrive at that speed, and so for any request. */
  uploadMs: number
  /** Time that a connection stays open for another request. */
  keepAliveMs: number
  /** Time without traffic while a reply is prepared or read. It is long, because uploads wait for their turn to be examined. */
  idleMs: number
  /** How often late requests are looked for. */
  checkEveryMs: number
}

export const connectionLimits: ConnectionLimits = {
  connections: 2_000,
  headersMs: 10_000,
  requestMs: 30_000,
  // 256 kbit/s: 25 MB in 14 minutes. A large file of postings needs a faster line. Someone who sends less only holds a connection.
  uploadBytesPerSecond: 32 * 1024,
  uploadStallMs: 20_000,
  uploadMs: 15 * minuteMs,
  keepAliveMs: 15_000,
  idleMs: 120_000,
  checkEveryMs: 2_000,
}

/** The options of Fastify and of Node's HTTP server that enforce the time limits. limit-bodies.ts enforces the shorter ones of bodies. */
export const timeoutOptions = ({
  headersMs,
  uploadMs,
  keepAliveMs,
  idleMs,
  checkEveryMs,
}: ConnectionLimits) => ({
  requestTimeout: uploadMs,
  keepAliveTimeout: keepAliveMs,
  connectionTimeout: idleMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
})

export function limitConnections(server: Server, { connections }: ConnectionLimits): void {
  server.maxConnections = connections
}
