import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type Mailer, smtpMailer } from '../../server/mail/mailer.ts'

/** A mail server that stores what it receives, and a mailer that sends to it. */
export type MailServer = {
  /** Each message as it was sent: its headers, an empty line, and its content. */
  received: string[]
  mailer: Mailer
  /** For SMTP_URL. */
  url: string
  /** Whether it refuses every recipient. */
  isUnavailable: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(started.isUnavailable ? new Error('try again later') : null),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        started.received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A listening server's address is an object, unless it listens on a pipe.
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const mailer = smtpMailer(url)
  const started: MailServer = {
    received: [],
    mailer,
    url,
    isUnavailable: false,
    close: async () => {
      mailer.close()
      await new Promise<void>(resolve => server.close(resolve))
    },
  }
  return started
}

/** The headers of a received message by their names in lower case, each on one line. */
export function headersOf(message: string): Record<string, string> {
  const [head = ''] = message.split('\r\n\r\n')
  return Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map(line => {
        const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
        return [name.toLowerCase(), value]
      }),
  )
}
