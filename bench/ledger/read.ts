import { type Agent, get } from 'node:http'

type Request = { port: number; path: string; headers: Record<string, string>; agent: Agent }

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
