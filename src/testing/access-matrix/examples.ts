import { randomUUID } from 'node:crypto'
import { auditExamples } from './examples/audit.ts'
import { contactExamples } from './examples/contact.ts'
import { contentExamples } from './examples/content.ts'
import type { Example } from './examples/example.ts'
import { fundExamples } from './examples/funds.ts'
import { grantExamples } from './examples/grants.ts'
import { securityExamples } from './examples/security.ts'
import { signInExamples } from './examples/sign-in.ts'

/** One example for every endpoint; the access-matrix test fails for an endpoint without one. */
export const examples: readonly Example[] = [
  ...signInExamples,
  ...securityExamples,
  ...contactExamples,
  ...fundExamples,
  ...grantExamples,
  ...auditExamples,
  ...contentExamples,
]

/** A new idempotency key, for commands that require one; others ignore it. */
export const newKey = () => randomUUID()
