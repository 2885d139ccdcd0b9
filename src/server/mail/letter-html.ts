import type { Client } from '../../clients/client.ts'
import { type ClientStyle, loadClientStyle } from '../pdf/client-style.ts'
import {
  type Block,
  closing,
  type Letter,
  salutation,
  screenSentence,
  secretPlaceholder,
  settingsPurpose,
} from './letter.ts'

type Styles = { light: ClientStyle; dark: ClientStyle }

const loaded = new Map<string, Styles>()

function stylesOf(client: Client): Styles {
  const known = loaded.get(client.name) ?? {
    light: loadClientStyle(client),
    dark: loadClientStyle(client, 'dark'),
  }
  loaded.set(client.name, known)
  return known
}

/**
 * The letter in the client's colors. Many mail programs drop style sheets, and all drop scripts and remote pictures, so each element has
 * its own style, and nothing is loaded from elsewhere. The style sheet has the dark colors alone: programs with a dark mode read it.
 */
export function letterHtml(client: Client, letter: Letter): string {
  const { subject, name, blocks, settings = null } = letter
  const { light, dark } = stylesOf(client)
  const content = blocks.map(block => htmlOf(block, light)).join('')
  return `<!doctype html>
<html lang="${client.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkRules(dark)}</style>
</head>
<body class="wash" style="margin:0;padding:0;background:${light.wash};color:${light.ink}">
<div class="wash" style="background:${light.wash}">
<div role="main" style="max-width:600px;margin:0 auto;padding:24px 16px;font:17px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere">
<div class="sheet" style="background:#ffffff;border-top:4px solid ${light.brand};padding:28px 28px 20px">
<p class="brand line" style="margin:0 0 20px;padding:0 0 14px;border-bottom:1px solid ${light.line};font:600 22px/1.3 Georgia,'Times New Roman',serif;color:${light.brand}">${escapeHtml(client.displayName)}</p>
<h1 class="ink" style="margin:0 0 18px;font:600 20px/1.35 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:${light.ink}">${escapeHtml(capitalized(subject))}</h1>
${name === null ? content : `${paragraph(salutation(name))}${content}${closingHtml(client, letter, light)}`}
</div>
<p class="quiet" style="margin:16px 12px 0;font-size:14px;color:${light.quiet}">${client.support.address.map(escapeHtml).join(', ')}</p>
${settings === null || name === null ? '' : `<p class="quiet" style="margin:8px 12px 0;font-size:14px;color:${light.quiet}">${escapeHtml(screenSentence({ address: settings, purpose: settingsPurpose }))}</p>`}
</div>
</div>
</body>
</html>`
}

/** The rules override the styles of the elements, which are for light mode. */
const darkRules = ({ wash, ink, sheet, quiet, line, brand }: ClientStyle) =>
  `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.wash{background:${wash}!important;color:${ink}!important}.sheet{background:${sheet}!important;border-top-color:${brand}!important}.ink{color:${ink}!important}.quiet{color:${quiet}!important}.brand{color:${brand}!important}.line{border-bottom-color:${line}!important}}`

function closingHtml(client: Client, letter: Letter, { quiet }: ClientStyle): string {
  const [ifUnexpected, signature] = closing(client, letter)
  return `<p class="quiet" style="margin:0 0 18px;color:${quiet}">${escapeHtml(ifUnexpected)}</p>${paragraph(signature)}`
}

function htmlOf(block: Block, style: ClientStyle): string {
  if (typeof block === 'string') return paragraph(block)
  if ('facts' in block)
    return `<table role="presentation" style="margin:0 0 18px;border-collapse:collapse;width:100%">${block.facts
      .map(
        ([label, value]) =>
          `<tr><td class="quiet line" style="padding:7px 16px 7px 0;white-space:nowrap;overflow-wrap:normal;border-bottom:1px solid ${style.line};color:${style.quiet};vertical-align:top">${escapeHtml(label)}</td><td class="line" style="padding:7px 0;border-bottom:1px solid ${style.line};vertical-align:top">${escapeHtml(value)}</td></tr>`,
      )
      .join('')}</table>`
  if ('lines' in block) return paragraph(block.lines.join('\n'))
  if ('address' in block) return paragraph(screenSentence(block))
  return block.secret === 'link'
    ? `<p style="margin:0 0 18px"><a class="brand" href="${secretPlaceholder}" style="color:${style.brand}">${secretPlaceholder}</a></p>`
    : `<p class="ink" style="margin:0 0 18px;font:600 26px/1.4 'Courier New',monospace;color:${style.ink}">${secretPlaceholder}</p>`
}

const paragraph = (text: string) =>
  `<p style="margin:0 0 18px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

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
