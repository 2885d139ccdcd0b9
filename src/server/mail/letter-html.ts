import type { Client } from '../../clients/client.ts'
import { type ClientStyle, loadClientStyle } from '../pdf/client-style.ts'
import { type Block, closing, type Letter, salutation, secretPlaceholder } from './letter.ts'

const loaded = new Map<string, ClientStyle>()

function styleOf(client: Client): ClientStyle {
  const known = loaded.get(client.name) ?? loadClientStyle(client)
  loaded.set(client.name, known)
  return known
}

/**
 * The letter in the client's colors. Mail programs drop style sheets, scripts and remote pictures, so each element has its own
 * style, and nothing is loaded from elsewhere.
 */
export function letterHtml(client: Client, { subject, name, blocks }: Letter): string {
  const style = styleOf(client)
  const content = blocks.map(block => htmlOf(block, style)).join('')
  const body =
    name === null
      ? content
      : `${paragraph(salutation(name))}${content}${paragraph(closing(client), `color:${style.quiet}`)}`
  return `<!doctype html>
<html lang="${client.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${style.wash};color:${style.ink}">
<div style="max-width:600px;margin:0 auto;padding:24px 16px;font:17px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere">
<div style="background:#ffffff;border-top:4px solid ${style.brand};padding:28px 28px 20px">
<p style="margin:0 0 20px;padding:0 0 14px;border-bottom:1px solid ${style.line};font:600 22px/1.3 Georgia,'Times New Roman',serif;color:${style.brand}">${escapeHtml(client.displayName)}</p>
<h1 style="margin:0 0 18px;font:600 20px/1.35 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:${style.ink}">${escapeHtml(capitalized(subject))}</h1>
${body}
</div>
<p style="margin:16px 12px 0;font-size:14px;color:${style.quiet}">${client.support.address.map(escapeHtml).join(', ')}</p>
</div>
</body>
</html>`
}

function htmlOf(block: Block, style: ClientStyle): string {
  if (typeof block === 'string') return paragraph(block)
  if ('facts' in block)
    return `<table role="presentation" style="margin:0 0 18px;border-collapse:collapse;width:100%">${block.facts
      .map(
        ([label, value]) =>
          `<tr><td style="padding:7px 16px 7px 0;white-space:nowrap;overflow-wrap:normal;border-bottom:1px solid ${style.line};color:${style.quiet};vertical-align:top">${escapeHtml(label)}</td><td style="padding:7px 0;border-bottom:1px solid ${style.line};vertical-align:top">${escapeHtml(value)}</td></tr>`,
      )
      .join('')}</table>`
  if ('lines' in block) return paragraph(block.lines.join('\n'))
  return block.secret === 'link'
    ? `<p style="margin:0 0 18px"><a href="${secretPlaceholder}" style="color:${style.brand}">${secretPlaceholder}</a></p>`
    : `<p style="margin:0 0 18px;font:600 26px/1.4 'Courier New',monospace;color:${style.ink}">${secretPlaceholder}</p>`
}

const paragraph = (text: string, style = '') =>
  `<p style="margin:0 0 18px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, sign => entities[sign] ?? sign)
