import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Client } from '../../clients/client.ts'
import type { ClientContext } from '../../contract/client-context.contract.ts'
import type { ContentPlace } from '../../contract/content-kinds.ts'
import { Problem } from '../../contract/problems.ts'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { type Screen, type ScreenPath, screenPathOf, screens } from '../../contract/screens.ts'
import { withListCommas } from '../../domain/local-english.ts'
import { acceptsHtml, prefersJson } from './accept.ts'
import { type FrontEndOfClients, readBuiltClients } from './front-end-of-clients.ts'
import type { BaseContext } from './request-context.ts'
import type { Pipeline } from './route.ts'
import { contentPolicy, embedderPolicy, nonceOf } from './security-headers.ts'

type WebPageSettings = {
  /** The folder of the built front end, `dist/web`. */
  webRoot: string
  /** What the start made for clients that the build did not know; null: what the build wrote. */
  ofClients: FrontEndOfClients | null
  pipeline: Pipeline
  /** The client context of a request (§3). */
  clientContextOf: (context: BaseContext) => ClientContext
  /** The managed content of a place: banners and the footer's texts for every page (§1, §2.5), and the texts of its screen. */
  readContent: (context: BaseContext, place: ContentPlace) => Promise<PublishedContent>
}

/**
 * Serves the single page and its files. The names in `dist/web/assets` contain a hash of the content, so they are cached for a
 * year. index.html is rendered for each request with the client's frame, theme, context and banners, and is never cached.
 */
export async function registerWebPages(
  app: FastifyInstance,
  { webRoot, ofClients, pipeline, clientContextOf, readContent }: WebPageSettings,
): Promise<void> {
  const template = readFileSync(join(webRoot, 'index.html'), 'utf8')
  const visitorTemplate = withProgramAfterPaint(template)
  const { themes, fonts, frames, visitorFrames, visitorStyles } = ofClients ?? readBuiltClients(webRoot)
  const filesOf = z
    .record(z.string(), z.array(z.string()))
    .parse(JSON.parse(readFileSync(join(webRoot, 'screens.json'), 'utf8')))
  // Home shows visitors something else. They have no cookie, and few members come without one.
  const filesFor = ({ request, sessions }: BaseContext, screen: ScreenPath | null): string[] => [
    ...(filesOf[screen ?? ''] ?? []),
    ...(screen === '/' && !sessions.hasCookie(request) ? (filesOf.visitor ?? []) : []),
  ]
  await registerAssets(app, join(webRoot, 'assets'))

  const page = async (context: BaseContext, screen: ScreenPath | null) => {
    const nonce = nonceOf(context.request)
    const shellContent = await contentOf(context, 'shell', readContent)
    // With two books the texts follow the chosen currency, which only the browser knows.
    const place = clientContextOf(context).secondaryDb === null ? placeOf(screen) : undefined
    const screenContent = place ? await contentOf(context, place, readContent) : null
    const isVisitorHome = screen === '/' && hasNoSession(context)
    const { name } = context.client
    const frame = (isVisitorHome ? visitorFrames : frames)[name] ?? ''
    const files = filesFor(context, screen)
    const html = (isVisitorHome ? visitorTemplate : template)
      .replace('__FRAME_FILES__', () =>
        isVisitorHome ? `<style nonce="__NONCE__">${visitorStyles[name] ?? ''}</style>` : '',
      )
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__CLIENT__', name)
      .replaceAll('__LANG__', context.client.locale)
      .replace('__NO_SESSION__', String(hasNoSession(context)))
      .replace('__COLOR_SCHEME__', colorSchemeOf(context.request))
      .replace('__THEME__', () => (themes[name] ?? '') + logoWidthsOf(context.client))
      .replace('__FRAME__', () => frame)
      .replace('__DESCRIPTION__', () => escapeText(descriptionOf(context.client)))
      .replace('__FRAME_SHEETS__', sheetsAfterPaint(files))
      .replace('__SCREEN_FILES__', files.map(file => linkTo(file, isVisitorHome)).join(''))
      .replaceAll('__TITLE__', escapeText(context.client.displayName))
      .replace('__CONTEXT__', () => jsonForHtml(clientContextOf(context)))
      .replace('__SHELL_CONTENT__', () => jsonForHtml(shellContent))
      .replace('__SCREEN_CONTENT__', () => jsonForHtml(screenContent))
    if (isVisitorHome) void context.reply.headers(preloadOfFont(fonts[name]))
    return context.reply
      .header('content-security-policy', contentPolicy(nonce, context.client.botCheck))
      .header('cross-origin-embedder-policy', embedderPolicy(context.client.botCheck))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const { method, url, headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/') || url.startsWith('/assets/'))
      throw new Problem('not-found')
    const path = url.split('?')[0] ?? '/'
    const context = await pipeline.contextOfSession(request, reply)
    const screen = screenPathOf(path, clientContextOf(context).clientSettings)
    // Monitors, link previews and curl accept anything. At an unknown address only a browser gets a page.
    const getsPage = screen === null ? acceptsHtml(headers.accept) : !prefersJson(headers.accept)
    void reply.header('vary', 'accept')
    if (!getsPage) throw new Problem('not-found')
    void reply.status(screen === null ? 404 : 200)
    return await page(context, screen)
  })
}

async function registerAssets(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    preCompressed: true,
    // The files are listed once, at the start. Otherwise the folder would be read again for each request.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    immutable: true,
    maxAge: '365d',
    index: false,
  })
}

/**
 * Whether the browser certainly has no session. After typing the address or following a link on the same site, it would have
 * sent its cookie. Coming from another site it does not (SameSite=Strict), so the page has to ask the server.
 */
function hasNoSession({ request, sessions }: BaseContext): boolean {
  const from = request.headers['sec-fetch-site']
  return (from === 'none' || from === 'same-origin') && !sessions.hasCookie(request)
}

/** The place of the managed content that the screen shows. */
function placeOf(path: ScreenPath | null): ContentPlace | undefined {
  const screen: Screen | null = path === null ? null : screens[path]
  return screen?.content
}

/** null if the content cannot be read: the page works without it. */
async function contentOf(
  context: BaseContext,
  place: ContentPlace,
  readContent: WebPageSettings['readContent'],
) {
  try {
    return await readContent(context, place)
  } catch (error) {
    context.log.error({ err: error }, `a page was sent without the content of ${place}`)
    return null
  }
}

/** For search results and link previews. */
function descriptionOf({ displayName, tagline, locale }: Client): string {
  const uses = withListCommas(
    'see your fund’s balance, recommend grants{,} and follow each one to the charity',
    locale,
  )
  return `${displayName}: ${tagline}. Log in to ${uses}.`
}

/** The frame needs the widths before the program sets them. */
function logoWidthsOf({ logoWidthDesktopPx, logoWidthMobilePx }: Client): string {
  return `:root{--logo-desktop:${logoWidthDesktopPx}px;--logo-mobile:${logoWidthMobilePx}px}`
}

/** Preloads a file that the main script would request only once it runs. Those of a frame that shows the screen wait for its paint. */
function linkTo(file: string, isInFrame: boolean): string {
  const isStyle = file.endsWith('.css')
  if (isInFrame) return isStyle ? '' : linkAfterPaint(`/${file}`, 'load')
  return isStyle
    ? `<link rel="preload" as="style" href="/${file}" crossorigin>`
    : `<link rel="modulepreload" href="/${file}" crossorigin>`
}

/**
 * Leaves the script that runs first (src/web/early.ts), which loads the others and the style sheets once the frame is painted. The sheets
 * stand last: one that came between others would have the browser read all fonts anew, and a late one would then move the text.
 */
function withProgramAfterPaint(template: string): string {
  const sheets: string[] = []
  const rest = template
    .replaceAll(/<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g, (script, src) =>
      src.startsWith('/assets/early-') ? script : linkAfterPaint(src, 'run'),
    )
    .replaceAll(/<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g, (_link, href) => {
      sheets.push(linkAfterPaint(href, 'style'))
      return ''
    })
  return rest.replace('</head>', `__FRAME_SHEETS__${sheets.join('')}</head>`)
}

function sheetsAfterPaint(files: readonly string[]): string {
  const sheets = files.filter(file => file.endsWith('.css'))
  return sheets.map(file => linkAfterPaint(`/${file}`, 'style')).join('')
}

/** Without `rel` a link does nothing. */
function linkAfterPaint(address: string, what: 'load' | 'run' | 'style'): string {
  return `<link data-after-paint="${what}" href="${address}" crossorigin>`
}

/**
 * The client's typeface, which strangers see first (docs/decisions/0076-ten-houses.md). In a header, because the browser fetches it then
 * while the page is still on its way.
 */
function preloadOfFont(font: string | undefined): Record<string, string> {
  return font === undefined
    ? {}
    : { link: `</${font}>; rel=preload; as=font; type="font/woff2"; crossorigin` }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** JSON that cannot close the script element that contains it. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * The color scheme chosen on this device (src/web/shell/color-scheme.ts), or '' to match the device. The server writes it into
 * the page, so that the first paint has the right colors. Any other value of the cookie is ignored.
 */
function colorSchemeOf({ cookies }: FastifyRequest): 'light' | 'dark' | '' {
  const { color_scheme: colorScheme } = cookies
  return colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : ''
}
