import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'
import { isUuid } from '../../domain/uuid.ts'
import type { Databases } from '../db/pools.ts'
import { type Addresses, clientOfHost } from '../http/client-of-host.ts'
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
    booksOf(client).map(book =>
      databases
        .book(book.name)
        .selectFrom('outgoing_mail')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('mail_id', 'desc')
        .limit(maxMails)
        .execute(),
    ),
  )
  const personMails = await personMailsOf(databases, client)
    .orderBy('created_at', 'desc')
    .orderBy('mail_id', 'desc')
    .limit(maxMails)
    .execute()
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
    const mail = await databases
      .book(book.name)
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('mail_id', '=', mailId)
      .executeTakeFirst()
    if (mail) return decrypted(mail, settings)
  }
  const mail = await personMailsOf(databases, client).where('mail_id', '=', mailId).executeTakeFirst()
  return mail && decrypted(mail, settings)
}

/** Mails about signing in belong to the realm, which several clients may share: each client shows its own. */
function personMailsOf(databases: Databases, client: Client) {
  return databases.realm(client.realm).selectFrom('person_mail').selectAll().where('client', '=', client.name)
}

type EncryptedMail = StoredMail & { client: string; encrypted_secret: string | null; expires_at: Date | null }

function decrypted(mail: EncryptedMail, { secret }: DevMailSettings): StoredMail {
  const redacted = (text: string) => text.replaceAll(secretPlaceholder, '(removed when the mail was sent)')
  return {
    ...mail,
    ...(withSecret(secret, mail) ?? { body: redacted(mail.body), html: redacted(mail.html) }),
  }
}
