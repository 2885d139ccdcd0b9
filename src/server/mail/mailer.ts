import { createTransport } from 'nodemailer'

export type Mail = {
  from: string
  /** The client's name, which mail programs show in place of the address. */
  fromName: string
  to: string
  /** The address for replies, if it is not `from`. */
  replyTo?: string
  subject: string
  body: string
  html: string
  messageId: string
  /** Whether a program wrote it (RFC 3834), so that no absence message answers it. False for a message that a person wrote. */
  isAutomatic: boolean
  /** Where the reader switches such mails off (RFC 2369); null: they cannot. */
  unsubscribe: string | null
  attachment?: { name: string; bytes: Buffer }
}

/** Hands mails to a mail server. `send` throws if the server does not accept the mail. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const timeoutMs = 20_000

const transportTo = (url: string) =>
  createTransport({
    ...{ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
  })

/** Connects and logs in to the mail server, and sends nothing. @throws Error if it refuses or does not answer in 20 s. */
export async function requireMailServer(url: string): Promise<void> {
  const transport = transportTo(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** A mailer for `smtp://user:password@host:port`. */
export function smtpMailer(url: string): Mailer {
  const transport = transportTo(url)
  return {
    send: async ({ from, fromName, to, replyTo, subject, body, html, messageId, attachment, ...mail }) => {
      await transport.sendMail({
        from: { name: fromName, address: from },
        to,
        // An address object instead of a string, so that nodemailer does not parse several addresses from it.
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text: body,
        html,
        messageId: `<${messageId}@almoner>`,
        ...(mail.isAutomatic ? { headers: { 'Auto-Submitted': 'auto-generated' } } : {}),
        ...(mail.unsubscribe === null ? {} : { list: { unsubscribe: mail.unsubscribe } }),
        ...(attachment === undefined
          ? {}
          : { attachments: [{ filename: attachment.name, content: attachment.bytes }] }),
      })
    },
    close: () => transport.close(),
  }
}
