import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ClientContext } from '../../contract/client-context.contract.ts'
import { Problem } from '../../contract/problems.ts'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { screenPathOf } from '../../contract/screens.ts'
import { coloursOf } from './color-scheme.ts'
import type { BaseContext } from './request-context.ts'
import type { Pipeline } from './route.ts'
import { contentPolicy, embedderPolicy, nonceOf } from './security-headers.ts'

export type WebPageSettings = {
  /** The built web, `dist/web`. */
  webRoot: string
  pipeline: Pipeline
  /** The client context of a request (§3). */
  clientContextOf: (context: BaseContext) => ClientContext
  /** Banners and the texts of the footer (§1, §2.5). */
  readShellContent: (context: BaseContext) => Promise<PublishedContent>
}

/**
 * The single page and its files. `dist/web/assets` is content-hashed, so it may be cached for a year; index.html is
 * written anew for each answer with the client's look, context and banners, and is never cached.
 */
export async function registerWebPages(
  app: FastifyInstance,
  { webRoot, pipeline, clientContextOf, readShellContent }: WebPageSettings,
): Promise<void> {
  const template = readFileSync(join(webRoot, 'index.html'), 'utf8')
  const byClient = (file: string) =>
    z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(webRoot, file), 'utf8')))
  const themes = byClient('themes.json')
  const screens = z
    .record(z.string(), z.array(z.string()))
    .parse(JSON.parse(readFileSync(join(webRoot, 'screens.json'), 'utf8')))
  await app.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })

  const page = async (context: BaseContext, screen: string | null) => {
    const { request, reply } = context
    const nonce = nonceOf(request)
    const shellContent = await shellContentOf(context, readShellContent)
    const html = template
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__CLIENT__', context.client.name)
      .replaceAll('__LANG__', context.client.locale)
      .replace('__NOBODY__', String(isNobodyThere(context)))
      .replace('__COLOR_SCHEME__', coloursOf(request))
      .replace('__THEME__', () => themes[context.client.name] ?? '')
      .replace('__SCREEN_FILES__', (screens[screen ?? ''] ?? []).map(linkTo).join(''))
      .replaceAll('__TITLE__', escapeText(context.client.displayName))
      .replace('__CONTEXT__', () => jsonForHtml(clientContextOf(context)))
      .replace('__SHELL_CONTENT__', () => jsonForHtml(shellContent))
    return reply
      .header('content-security-policy', contentPolicy(nonce, context.client.botCheck))
      .header('cross-origin-embedder-policy', embedderPolicy(context.client.botCheck))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const asksForPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      (request.headers.accept ?? '').includes('text/html')
    if (!asksForPage || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      throw new Problem('not-found')
    const path = request.url.split('?')[0] ?? '/'
    const context = pipeline.contextOf(request, reply)
    const screen = screenPathOf(path, clientContextOf(context).clientSettings)
    void reply.status(screen === null ? 404 : 200)
    return await page(context, screen)
  })
}

/**
 * Whether this browser surely has no session: where the address was typed or a link of this very site followed, it would
 * have sent the cookie. From another site it does not (SameSite=Strict), so the page has to ask.
 */
function isNobodyThere({ request, sessions }: BaseContext): boolean {
  const from = request.headers['sec-fetch-site']
  return (from === 'none' || from === 'same-origin') && !sessions.hasCookie(request)
}

/** null where the content cannot be read: the page works without it. */
async function shellContentOf(context: BaseContext, readShellContent: WebPageSettings['readShellContent']) {
  try {
    return await readShellContent(context)
  } catch (error) {
    context.log.error({ err: error }, 'a page was sent without the content of its frame')
    return null
  }
}

/** Fetched beside the program, which would only ask for it once it runs. */
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" href="/${file}" crossorigin>`
    : `<link rel="modulepreload" href="/${file}" crossorigin>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** JSON that cannot end the script element it stands in. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
