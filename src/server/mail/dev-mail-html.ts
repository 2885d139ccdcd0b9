import type { Client } from '../../clients/client.ts'
import { formatInstant } from '../../domain/dates.ts'
import { escapeHtml as text } from './letter-html.ts'

export type StoredMail = {
  mail_id: string
  from_address: string
  to_address: string
  subject: string
  body: string
  html: string
  created_at: Date
  sent_at: Date | null
}

export const stylePath = '/dev/mail/style.css'

/** The list of a client's mails, in the order of `mails`. */
export function mailListHtml(client: Client, mails: readonly StoredMail[], maxMails: number): string {
  const rows = mails.map(
    mail => `<li>
      <a href="/dev/mail/${text(mail.mail_id)}">${text(mail.subject)}</a>
      <p class="quiet">To ${text(mail.to_address)}, ${when(mail.created_at, client)}${mail.sent_at === null ? '' : ', sent'}</p>
    </li>`,
  )
  const full =
    mails.length < maxMails ? '' : `<p class="quiet">Only the newest ${maxMails} e-mails are shown.</p>`
  return page(
    client,
    'E-mails',
    `<h1>E-mails from ${text(client.displayName)}</h1>
    <p class="quiet">E-mails that the portal has sent or would send. This page exists in the demonstration only.</p>
    ${
      mails.length === 0
        ? '<p>No e-mails yet. Recommend a grant, for example, and its confirmation will appear here.</p>'
        : `<ol>${rows.join('')}</ol>${full}`
    }`,
  )
}

export function mailHtml(client: Client, mail: StoredMail): string {
  const facts: [string, string][] = [
    ['From', text(mail.from_address)],
    ['To', text(mail.to_address)],
    ['Written', when(mail.created_at, client)],
    ['Sent', mail.sent_at === null ? 'Not yet: no mail server is configured' : when(mail.sent_at, client)],
  ]
  return page(
    client,
    mail.subject,
    `<p><a href="/dev/mail">All mails</a></p>
    <h1>${text(mail.subject)}</h1>
    <dl>${facts.map(([term, description]) => `<dt>${term}</dt><dd>${description}</dd>`).join('')}</dl>
    <p><a href="/dev/mail/${text(mail.mail_id)}/html">As HTML</a></p>
    <div class="body">${linkify(mail.body)}</div>`,
  )
}

function page(client: Client, title: string, content: string): string {
  return `<!doctype html>
<html lang="${client.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} - ${text(client.displayName)}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body><main>${content}</main></body>
</html>`
}

const when = (instant: Date, client: Client) =>
  `<time datetime="${instant.toISOString()}">${text(formatInstant(instant, client))}</time>`

/** Turns the URLs in a mail's text into links, as mail programs do. */
function linkify(body: string): string {
  return body
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? `<a href="${text(part)}">${text(part)}</a>` : text(part)))
    .join('')
}
