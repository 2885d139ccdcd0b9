import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'

/**
 * Refuses text that PostgreSQL cannot store and no keyboard types, wherever it stands in a request: U+0000, and halves of a
 * character that UTF-16 writes in two (lone surrogates). Everything behind this hook may take its strings as well formed.
 */
export function refuseMalformedText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // An address that could name nothing is answered as one that names nothing.
    if (!isWellFormed(request.params)) return done(new Problem('not-found'))
    const { query, body, headers, cookies } = request
    if ([query, body, headers, cookies].every(isWellFormed)) return done()
    done(new Problem('validation', { detail: 'The request could not be read.' }))
  })
}

/** Walks with a list instead of recursion, because a body may be nested deeper than the stack reaches. */
export function isWellFormed(input: unknown): boolean {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      const entries = value instanceof URLSearchParams ? [...value] : Object.entries(value)
      for (const entry of entries) open.push(...entry)
    }
  }
  return true
}
