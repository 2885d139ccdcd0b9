import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Environment, EnvironmentError } from '../../server/env.ts'

/** Throws an EnvironmentError with a remedy if the portal could not listen on its host and port. */
export async function requireFreePort({ host, port }: Pick<Environment, 'host' | 'port'>): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    // listen fails with errors of the system.
    throw new EnvironmentError(sentenceOf(error as NodeJS.ErrnoException, host, port))
  } finally {
    server.close()
  }
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Another program, perhaps this portal, uses port ${port}: stop it, or set PORT to another one, such as ${port === 3001 ? 3002 : 3001}.`
    case 'EACCES':
      return `This user may not listen on port ${port}: set PORT to one from 1024 on, such as 3000.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}: set HOST to one of its addresses, or leave it out.`
    default:
      return `The portal cannot listen on ${host}, port ${port}: ${message}`
  }
}
