import type { FastifyInstance } from 'fastify'

/**
 * Lets the routes of this scope accept only form posts, as providers send them; `request.body` is a URLSearchParams. All
 * other routes reject forms, which other sites could submit.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

/** The value of a field; null if it is absent, empty or repeated. Parsers disagree on which repeated value counts. */
export function fieldOf(body: unknown, name: string): string | null {
  const [value, ...more] = body instanceof URLSearchParams ? body.getAll(name) : []
  return value === undefined || value === '' || more.length > 0 ? null : value
}
