import { type Agent, get, request } from 'node:http'
import { json } from 'node:stream/consumers'

export type Request = { port: number; path: string; headers: Record<string, string>; agent: Agent }

/** Sends a request over one of the agent's connections. The answer must be 200. */
export function read({ port, path, headers, agent }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, response => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
      response.resume()
      response.on('end', resolve)
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** The same, and reads the JSON of the answer. */
export function readJson({ port, path, headers, agent }: Request): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, response => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
      json(response).then(resolve, reject)
    }).on('error', reject)
  })
}

/** Posts JSON over one of the agent's connections, and reads the JSON of the answer, which must be 200. */
export function post({ port, path, headers, agent }: Request, body: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, 'content-type': 'application/json' }
    request({ host: '127.0.0.1', port, path, method: 'POST', headers: sent, agent }, response => {
      if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
      json(response).then(resolve, reject)
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}
