import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'
import type { Databases } from '../db/pools.ts'
import { type Addresses, clientOfHost } from '../http/client-of-host.ts'
import { mailHtml, mailListHtml, type StoredMail, stylePath } from './dev-mail-html.ts'
import { readableBody, secretPlace } from './person-mail.ts'

type DevMailSettings = {
  databases: Databases
  clients: Readonly<Record<string, Client>>
  addresses: Addresses
  /** Opens the links of mails about signing in, which lie sealed in the database. */
  secret: string
}

/** The page is for looking at what was just written. */
const mostShown = 200

const contentPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * /dev/mail: what the program wrote to people, where no mail server takes it; for the demonstration alone, since whoever
 * reaches the page reads everybody's mail. A host shows the mails of its own client: its books', and those about signing in.
 */
export function registerDevMail(app: FastifyInstance, settings: DevMailSettings): void {
  const style = readFileSync(new URL('./dev-mail.css', import.meta.url), 'utf8')
  const hidden = { schema: { hide: true } }

  app.get('/dev/mail', hidden, async (request, reply) => {
    const client = clientNamedBy(request.host, settings)
    return html(reply, mailListHtml(client, await newestMails(settings, client), mostShown))
  })
  app.get<{ Params: { mailId: string } }>('/dev/mail/:mailId', hidden, async (request, reply) => {
    const client = clientNamedBy(request.host, settings)
    const mail = await findMail(settings, client, request.params.mailId)
    if (!mail) throw new Problem('not-found')
    return html(reply, mailHtml(client, mail))
  })
  app.get(stylePath, hidden, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', contentPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page)
}

function clientNamedBy(host: string, { addresses, clients }: DevMailSettings): Client {
  const client = clientOfHost(host, addresses, clients)
  if (!client) throw new Problem('not-found')
  return client
}

const booksOf = ({ book, secondaryBook }: Client) => (secondaryBook ? [book, secondaryBook] : [book])

async function newestMails(settings: DevMailSettings, client: Client): Promise<StoredMail[]> {
  const { databases } = settings
  const ofEachBook = await Promise.all(
    booksOf(client).map(book =>
      databases
        .book(book.name)
        .selectFrom('outgoing_mail')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('mail_id', 'desc')
        .limit(mostShown)
        .execute(),
    ),
  )
  const ofPeople = await mailsOfPeople(databases, client)
    .orderBy('created_at', 'desc')
    .orderBy('mail_id', 'desc')
    .limit(mostShown)
    .execute()
  return [...ofEachBook.flat(), ...ofPeople.map(mail => readable(mail, settings))]
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .slice(0, mostShown)
}

async function findMail(
  settings: DevMailSettings,
  client: Client,
  mailId: string,
): Promise<StoredMail | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mailId)) return undefined
  const { databases } = settings
  for (const book of booksOf(client)) {
    const mail = await databases
      .book(book.name)
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('mail_id', '=', mailId)
      .executeTakeFirst()
    if (mail) return mail
  }
  const mail = await mailsOfPeople(databases, client).where('mail_id', '=', mailId).executeTakeFirst()
  return mail && readable(mail, settings)
}

/** Mails about signing in belong to the realm, which several clients may share: each shows those in its own name. */
function mailsOfPeople(databases: Databases, client: Client) {
  return databases.realm(client.realm).selectFrom('person_mail').selectAll().where('client', '=', client.name)
}

type EncryptedMail = StoredMail & { client: string; encrypted_secret: string | null; expires_at: Date | null }

function readable(mail: EncryptedMail, { secret }: DevMailSettings): StoredMail {
  const taken = mail.body.replace(secretPlace, '(taken away when the mail was sent)')
  return { ...mail, body: readableBody(secret, mail) ?? taken }
}
