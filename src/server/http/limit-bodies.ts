import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ConnectionLimits } from './connection-limits.ts'
import { discardBody } from './discard-body.ts'

/** A request whose body is arriving. Time is counted in checks, so that the server's own delays do not count against the client. */
type Arrival = { bytesBefore: number; lastBytes: number; tookMs: number; silentMs: number; isUpload: boolean }

const arrivals = new WeakMap<IncomingMessage, Arrival>()

/**
 * Ends requests whose body arrives too slowly, with status 408, and discards in turns what is left of a body after the reply. Node knows one time limit for all of them, by which an upload over a
 * slow line would be cut, or slow bodies could hold connections for as long as an upload takes.
 */
export function limitBodies(server: Server, limits: ConnectionLimits): void {
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const { bytesRead } = request.socket
    const arrival = { bytesBefore: bytesRead, lastBytes: bytesRead, tookMs: 0, silentMs: 0, isUpload: false }
    arrivals.set(request, arrival)
    const timer = setInterval(() => {
      const isDone = request.complete
      if (!isDone && !isLate(arrival, request.socket.bytesRead, limits)) return
      clearInterval(timer)
      if (!isDone) refuse(server, request, response)
    }, limits.checkEveryMs)
    request.once('close', () => clearInterval(timer))
    // Before the event `finish`, at which Node itself would read a body that nobody has begun to read.
    response.once('prefinish', () => {
      if (!request.complete && request.listenerCount('data') === 0) void discardBody(request)
    })
  })
}

/** Gives the body of an upload more time as long as it arrives. Only for callers who may upload. */
export function expectUpload(request: IncomingMessage): void {
  const arrival = arrivals.get(request)
  if (arrival) arrival.isUpload = true
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Called at each check. */
function isLate(arrival: Arrival, bytesRead: number, limits: ConnectionLimits): boolean {
  const { checkEveryMs, requestMs, uploadBytesPerSecond, uploadStallMs } = limits
  arrival.tookMs += checkEveryMs
  arrival.silentMs = bytesRead > arrival.lastBytes ? 0 : arrival.silentMs + checkEveryMs
  arrival.lastBytes = bytesRead
  if (!arrival.isUpload) return arrival.tookMs > requestMs
  const earnedMs = ((bytesRead - arrival.bytesBefore) / uploadBytesPerSecond) * 1000
  return arrival.silentMs > uploadStallMs || arrival.tookMs > requestMs + earnedMs
}

/** As Node does with a request that is late. */
function refuse(server: Server, { socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    socket.destroy()
    return
  }
  const error = Object.assign(new Error('the body arrived too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.emit('clientError', error, socket)
}
