import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailer, smtpMailer } from './mailer.ts'

let server: SMTPServer
let mailer: Mailer
let received: { raw: string; to: string[] }[] = []

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ raw: Buffer.concat(chunks).toString('utf8'), to })
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  mailer = smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>(resolve => server.close(resolve))
})

const mail = {
  from: 'support@npt.example',
  to: 'support@npt.example',
  body: 'Good morning.',
  html: '<p>Good morning.</p>',
  messageId: 'one',
}

test('sets Reply-To to the sender of a message', async () => {
  received = []
  await mailer.send({ ...mail, replyTo: 'ada@reader.example', subject: 'Message' })
  expect(received[0]?.raw).toMatch(/^Reply-To: ada@reader\.example\r$/m)
})

test('prevents header injection through the reply address and the subject', async () => {
  received = []
  const bcc = '\r\nBcc: all@world.example\r\nX-Mine: yes'
  await mailer.send({ ...mail, replyTo: `ada@reader.example${bcc}`, subject: `Message${bcc}` })
  expect(received.map(({ to }) => to)).toEqual([['support@npt.example']])
  expect(received[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X-Mine):/m)
})
