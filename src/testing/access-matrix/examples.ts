import { randomUUID } from 'node:crypto'
import { auditExamples } from './examples/audit.ts'
import { contactExamples } from './examples/contact.ts'
import { contentExamples } from './examples/content.ts'
import type { Example } from './examples/example.ts'
import { fundExamples } from './examples/funds.ts'
import { grantExamples } from './examples/grants.ts'
import { securityExamples } from './examples/security.ts'
import { signInExamples } from './examples/sign-in.ts'

/** Every endpoint has its example in one of these; the walk names those that have none. */
export const examples: readonly Example[] = [
  ...signInExamples,
  ...securityExamples,
  ...contactExamples,
  ...fundExamples,
  ...grantExamples,
  ...auditExamples,
  ...contentExamples,
]

/** For commands that must carry one; harmless elsewhere. */
export const newKey = () => randomUUID()
