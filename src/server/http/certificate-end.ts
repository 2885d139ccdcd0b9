import { connect } from 'node:tls'

const timeoutMs = 10_000

/**
 * When the certificate ends that a server on TLS shows for this name.
 *
 * @throws Error if the server cannot be reached within ten seconds, or if its certificate is not valid for the name or not trusted.
 */
export async function certificateEnd({ host, port }: { host: string; port: number }): Promise<Date> {
  return await new Promise((resolve, reject) => {
    // A name for the address itself is refused (RFC 6066, section 3).
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
    const socket = connect({ host, port, ...servername, timeout: timeoutMs }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.on('timeout', () => socket.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)))
    socket.on('error', reject)
  })
}
