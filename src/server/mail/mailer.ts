import { createTransport } from 'nodemailer'

export type Mail = {
  from: string
  to: string
  /** Whom the reader answers, where that is not `from`. */
  replyTo?: string
  subject: string
  body: string
  messageId: string
}

/** Hands a mail to a mail server; throws where that did not take it. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

const timeoutMs = 20_000

/** A mailer for `smtp://user:password@host:port`. */
export function smtpMailer(url: string): Mailer {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits })
  return {
    send: async ({ from, to, replyTo, subject, body, messageId }) => {
      await transport.sendMail({
        from,
        to,
        // As an address and not as text that is read: there is one, whatever stands in it.
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text: body,
        messageId: `<${messageId}@almoner>`,
      })
    },
    close: () => transport.close(),
  }
}
