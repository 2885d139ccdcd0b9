import { Agent, type ClientRequest, type RequestOptions, request } from 'node:http'

/** A person's requests. */
export type Sender = { port: number; headers: Record<string, string> }
export type ToSend = { method?: 'GET' | 'POST'; path: string; json?: unknown; bytes?: Uint8Array }

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

function optionsOf({ port, headers }: Sender, { method = 'GET', path, json, bytes }: ToSend): RequestOptions {
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
export function send(sender: Sender, toSend: ToSend, stop?: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...optionsOf(sender, toSend), ...(stop ? { signal: stop } : {}) }, response => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', reject)
      response.resume()
    })
    sent.on('error', reject)
    sent.end(toSend.json === undefined ? toSend.bytes : JSON.stringify(toSend.json))
  })
}

/** Begins an upload of `length` bytes, of which all but a few are sent. It stays open until it is destroyed. */
export function beginUpload(sender: Sender, path: string, length: number): ClientRequest {
  const options = optionsOf(sender, { method: 'POST', path, bytes: new Uint8Array() })
  const open = request(
    { ...options, headers: { ...options.headers, 'content-length': length } },
    response => {
      response.resume()
    },
  )
  open.on('error', () => undefined)
  open.write(Buffer.alloc(length - 100, 'x'))
  return open
}
