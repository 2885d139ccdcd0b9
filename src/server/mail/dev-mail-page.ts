import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'
import { isUuid } from '../../domain/uuid.ts'
import type { Databases } from '../db/pools.ts'
import { type Addresses, clientOfHost } from '../http/client-of-host.ts'
import { findAccountMail, findPersonMail, listAccountMails, listPersonMails } from './dev-mail.queries.ts'
import { mailHtml, mailListHtml, type StoredMail, stylePath } from './dev-mail-html.ts'
import { secretPlaceholder } from './letter.ts'
import { withSecret } from './send-mail.ts'

type DevMailSettings = {
  databases: Databases
  clients: Readonly<Record<string, Client>>
  addresses: Addresses
  /** Decrypts the links in mails. */
  secret: string
}

const maxMails = 200

const letterPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

const contentPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * /dev/mail shows the mails of the host's client: those of its books and those about signing in. It exists in the demonstration
 * only, because anyone who opens the page can read all mails.
 */
export function registerDevMail(app: FastifyInstance, settings: DevMailSettings): void {
  const style = readFileSync(new URL('./dev-mail.css', import.meta.url), 'utf8')
  const hidden = { schema: { hide: true } }

  app.get('/dev/mail', hidden, async (request, reply) => {
    const client = clientOrNotFound(request.host, settings)
    return html(reply, mailListHtml(client, await newestMails(settings, client), maxMails))
  })
  app.get<{ Params: { mailId: string } }>('/dev/mail/:mailId', hidden, async (request, reply) => {
    const client = clientOrNotFound(request.host, settings)
    const mail = await findMail(settings, client, request.params.mailId)
    if (!mail) throw new Problem('not-found')
    return html(reply, mailHtml(client, mail))
  })
  // As mail programs show it. Its styles are attributes, because those programs drop style sheets.
  app.get<{ Params: { mailId: string } }>('/dev/mail/:mailId/html', hidden, async (request, reply) => {
    const client = clientOrNotFound(request.host, settings)
    const mail = await findMail(settings, client, request.params.mailId)
    if (!mail) throw new Problem('not-found')
    return html(reply, mail.html, letterPolicy)
  })
  app.get(stylePath, hidden, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function html(reply: FastifyReply, page: string, policy = contentPolicy): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

function clientOrNotFound(host: string, { addresses, clients }: DevMailSettings): Client {
  const client = clientOfHost(host, addresses, clients)
  if (!client) throw new Problem('not-found')
  return client
}

const booksOf = ({ book, secondaryBook }: Client) => (secondaryBook ? [book, secondaryBook] : [book])

async function newestMails(settings: DevMailSettings, client: Client): Promise<StoredMail[]> {
  const { databases } = settings
  const bookMails = await Promise.all(
    booksOf(client).map(book => listAccountMails(databases.book(book.name), maxMails)),
  )
  const personMails = await listPersonMails(databases.realm(client.realm), client.name, maxMails)
  return [...bookMails.flat(), ...personMails]
    .map(mail => decrypted(mail, settings))
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .slice(0, maxMails)
}

async function findMail(
  settings: DevMailSettings,
  client: Client,
  mailId: string,
): Promise<StoredMail | undefined> {
  if (!isUuid(mailId)) return undefined
  const { databases } = settings
  for (const book of booksOf(client)) {
    const mail = await findAccountMail(databases.book(book.name), mailId)
    if (mail) return decrypted(mail, settings)
  }
  const mail = await findPersonMail(databases.realm(client.realm), client.name, mailId)
  return mail && decrypted(mail, settings)
}

type EncryptedMail = StoredMail & { client: string; encrypted_secret: string | null; expires_at: Date | null }

function decrypted(mail: EncryptedMail, { secret }: DevMailSettings): StoredMail {
  const redacted = (text: string) => text.replaceAll(secretPlaceholder, '(removed when the mail was sent)')
  return {
    ...mail,
    ...(withSecret(secret, mail) ?? { body: redacted(mail.body), html: redacted(mail.html) }),
  }
}
