import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { json } from 'node:stream/consumers'

/** A person's requests, over connections of their own. */
export type Sender = { port: number; headers: Record<string, string>; agent: Agent }

/** Keeps connections open, as a browser does. */
export const senderOf = (port: number, headers: Record<string, string>): Sender => ({
  port,
  headers,
  agent: new Agent({ keepAlive: true, maxSockets: 200 }),
})

export type ToSend = { method?: 'GET' | 'POST'; path: string; json?: unknown; bytes?: Uint8Array }

function optionsOf(
  { port, headers, agent }: Sender,
  { method = 'GET', path, json, bytes }: ToSend,
): RequestOptions {
  const type = json === undefined ? 'application/octet-stream' : 'application/json'
  return {
    ...{ host: '127.0.0.1', port, path, method, agent },
    headers: {
      ...headers,
      'x-accountid': '0',
      origin: `http://${headers.host}`,
      ...(json === undefined && bytes === undefined ? {} : { 'content-type': type }),
    },
  }
}

/** Sends a request, reads the reply and returns its status. Rejects if `stop` aborts before. */
export async function send(sender: Sender, toSend: ToSend, stop?: AbortSignal): Promise<number> {
  const response = await open(sender, toSend, stop)
  for await (const _chunk of response);
  return response.statusCode ?? 0
}

/** Asks for a link, as to a document, and opens it. Returns the status of the last reply. Rejects if `stop` aborts before. */
export async function openLink(sender: Sender, path: string, stop?: AbortSignal): Promise<number> {
  const response = await open(sender, { path }, stop)
  const { href } = (await json(response)) as { href?: string } // a problem has none
  return href === undefined ? (response.statusCode ?? 0) : await send(sender, { path: href }, stop)
}

function open(sender: Sender, toSend: ToSend, stop?: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...optionsOf(sender, toSend), ...(stop ? { signal: stop } : {}) }, resolve)
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection in the moment in which it was used again; browsers then send the request once more.
      const wasClosing = sent.reusedSocket && error.code === 'ECONNRESET' && !stop?.aborted
      if (wasClosing) open(sender, toSend, stop).then(resolve, reject)
      else reject(error)
    })
    sent.end(toSend.json === undefined ? toSend.bytes : JSON.stringify(toSend.json))
  })
}

/** Begins an upload of `length` bytes, of which all but a few are sent. It stays open until it is destroyed. */
export function beginUpload(sender: Sender, path: string, length: number): ClientRequest {
  const options = optionsOf(sender, { method: 'POST', path, bytes: new Uint8Array() })
  const upload = request(
    { ...options, headers: { ...options.headers, 'content-length': length } },
    response => {
      response.resume()
    },
  )
  upload.on('error', () => undefined)
  upload.write(Buffer.alloc(length - 100, 'x'))
  return upload
}
