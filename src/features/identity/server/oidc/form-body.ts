import type { FastifyInstance } from 'fastify'

/**
 * Lets the routes of this scope take a form as providers post it, and nothing else: everywhere else a form of another site is
 * refused before anybody reads it. `request.body` is a URLSearchParams.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** The one value of a field; null where it is absent, or there are several, of which others might read another. */
export function fieldOf(body: unknown, name: string): string | null {
  const [value, ...more] = body instanceof URLSearchParams ? body.getAll(name) : []
  return value === undefined || value === '' || more.length > 0 ? null : value
}
