import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { hasScreen, type ScreenPath, screenPathOf, screenRows } from '../../../contract/screens.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { sendFile } from '../../../server/http/send-file.ts'
import { clientContextOf } from './client-context.ts'
import { makeIcon } from './make-icon.ts'
import { readPicture } from './read-picture.ts'

/** Serves what browsers, search engines and researchers look for at fixed addresses of every site. */
export function registerSiteFiles(app: FastifyInstance, pipeline: Pipeline): void {
  const hidden = { schema: { hide: true } }
  const textFiles = {
    '/robots.txt': robots,
    '/.well-known/security.txt': securityContact,
  }
  for (const [path, write] of Object.entries(textFiles))
    app.get(path, hidden, async (request, reply) => {
      const text = write(await pipeline.contextOf(request, reply))
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(text)
    })

  app.get('/icon.svg', hidden, async (request, reply) => {
    const { svg, etag } = makeIcon((await pipeline.contextOf(request, reply)).client)
    const file = {
      origin: 'picture' as const,
      mediaType: 'image/svg+xml',
      name: 'icon.svg',
      etag,
      cacheControl: 'public, max-age=86400',
    }
    return await sendFile(request, reply, file, async () => Buffer.from(svg))
  })
  app.get('/picture.svg', hidden, async (request, reply) => {
    const { picture } = (await pipeline.contextOf(request, reply)).client.home
    if (picture === null) throw new Problem('not-found')
    const { svg, etag } = readPicture(picture)
    const file = {
      origin: 'picture' as const,
      mediaType: 'image/svg+xml',
      name: 'picture.svg',
      etag,
      cacheControl: 'public, max-age=86400',
    }
    return await sendFile(request, reply, file, async () => svg)
  })
  // Browsers and monitors ask for it without reading a page.
  app.get('/favicon.ico', hidden, (_request, reply) => reply.redirect('/icon.svg'))

  // The address that mails and bookmarks of staff had before.
  app.get('/super-user-dashboard/documents', hidden, (request, reply) => {
    const at = request.url.indexOf('?')
    return reply.redirect(`/super-user-dashboard/contributions${at < 0 ? '' : request.url.slice(at)}`, 308)
  })

  // https://w3c.github.io/webappsec-change-password-url: password managers open it.
  app.get('/.well-known/change-password', hidden, async (request, reply) => {
    const path = changePasswordPath(await pipeline.contextOf(request, reply))
    if (path === null) throw new Problem('not-found')
    return reply.header('cache-control', 'no-store').redirect(path)
  })
}

/** RFC 9309. Search engines may show the public screens; nothing of a demonstration, whose data is invented. */
function robots(context: BaseContext): string {
  const { clientSettings } = clientContextOf(context)
  const open = screenRows
    .filter(([path, { access, opensByLink }]) => {
      const granted = typeof access === 'function' ? access(clientSettings) : access
      return (
        granted === 'anyone' &&
        opensByLink !== true &&
        path !== '/403' &&
        screenPathOf(path, clientSettings) !== null
      )
    })
    .map(([path]) => `Allow: ${path}$`)
  const allowed = context.demonstration ? [] : [...open, 'Allow: /assets/', 'Allow: /guides/']
  return `${['User-agent: *', ...allowed, 'Disallow: /'].join('\n')}\n`
}

/** A copy of the file is stale after this time (RFC 9116 §2.5.5). */
const validDays = 180

/** RFC 9116: where to report a weakness of the portal. */
function securityContact({ client, clock, origin }: BaseContext): string {
  const expires = new Date(Math.floor(clock.now().getTime() / dayMs + validDays) * dayMs)
  return [
    `Contact: ${client.securityContact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** The screen where people change their password; null where they have none here. */
function changePasswordPath(context: BaseContext): string | null {
  const { clientSettings } = clientContextOf(context)
  const paths = ['/my-profile/password', '/password-setup'] as const satisfies readonly ScreenPath[]
  return paths.find(path => hasScreen(path, clientSettings)) ?? null
}
