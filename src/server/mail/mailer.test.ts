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
  fromName: 'NPT Giving',
  to: 'support@npt.example',
  body: 'Good morning.',
  html: '<p>Good morning.</p>',
  messageId: 'one',
  isAutomatic: true,
  unsubscribe: null,
}

test('sets Reply-To to the sender of a message', async () => {
  received = []
  await mailer.send({ ...mail, replyTo: 'ada@reader.example', subject: 'Message' })
  expect(received[0]?.raw).toMatch(/^Reply-To: ada@reader\.example\r$/m)
})

test('prevents header injection through the names, the reply address and the subject', async () => {
  received = []
  const bcc = '\r\nBcc: all@world.example\r\nX-Mine: yes'
  const hostile = { replyTo: `ada@reader.example${bcc}`, fromName: `NPT${bcc}`, subject: `Message${bcc}` }
  await mailer.send({ ...mail, ...hostile })
  expect(received.map(({ to }) => to)).toEqual([['support@npt.example']])
  expect(received[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X-Mine):/m)
})

test('names the client as the sender, and says that a program wrote the mail and where to switch it off', async () => {
  received = []
  const unsubscribe = 'https://npt.example.org/my-profile'
  await mailer.send({ ...mail, subject: 'Your grant was paid', unsubscribe })
  const [head = ''] = received[0]?.raw.split('\r\n\r\n') ?? []
  expect(head).toMatch(/^From: "?NPT Giving"? <support@npt\.example>\r$/m)
  expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(head).toContain(`List-Unsubscribe: <${unsubscribe}>`)
})

test('leaves both out of a message that a person wrote', async () => {
  received = []
  await mailer.send({ ...mail, subject: 'Message', isAutomatic: false })
  expect(received[0]?.raw).not.toMatch(/^(Auto-Submitted|List-Unsubscribe):/m)
})
