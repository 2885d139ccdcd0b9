import { createTransport } from 'nodemailer'

export type Mail = {
  from: string
  to: string
  /** The address for replies, if it is not `from`. */
  replyTo?: string
  subject: string
  body: string
  html: string
  messageId: string
  attachment?: { name: string; bytes: Buffer }
}

/** Hands mails to a mail server. `send` throws if the server does not accept the mail. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const timeoutMs = 20_000

/** A mailer for `smtp://user:password@host:port`. */
export function smtpMailer(url: string): Mailer {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits })
  return {
    send: async ({ from, to, replyTo, subject, body, html, messageId, attachment }) => {
      await transport.sendMail({
        from,
        to,
        // An address object instead of a string, so that nodemailer does not parse several addresses from it.
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text: body,
        html,
        messageId: `<${messageId}@almoner>`,
        ...(attachment === undefined
          ? {}
          : { attachments: [{ filename: attachment.name, content: attachment.bytes }] }),
      })
    },
    close: () => transport.close(),
  }
}
