import type { FastifyInstance } from 'fastify'
import { Problem } from '../../contract/problems.ts'

/**
 * Rejects text that PostgreSQL cannot store in any part of a request: U+0000 and lone surrogates. After this hook all strings are
 * well formed.
 */
export function refuseMalformedText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // A malformed address gets the same answer as an unknown one.
    if (!isWellFormed(request.params)) return done(new Problem('not-found'))
    // Not the headers: they are Latin-1, and the parser refuses U+0000 in them. Cookies are decoded from theirs.
    const { query, body, cookies } = request
    if (isWellFormed(query) && isWellFormed(body) && isWellFormed(cookies)) return done()
    done(
      new Problem('validation', {
        detail: 'What you entered contains a character that we can’t store. Please remove it and try again.',
      }),
    )
  })
}

/** Iterates with a list instead of recursion, because a deeply nested body would overflow the stack. */
function isWellFormed(input: unknown): boolean {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      const entries = value instanceof URLSearchParams ? value : Object.entries(value)
      for (const [name, each] of entries) open.push(name, each)
    }
  }
  return true
}
