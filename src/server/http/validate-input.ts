import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { issueSentence } from '../../contract/issue-sentences.ts'

/** Validates the input of every endpoint. Each message is a sentence for people, because forms show it at its field (§8). */
export const validateInput: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (value: unknown) => {
    const result = z.safeParse(schema, value, { error: issueSentence })
    if (result.success) return { value: result.data }
    return {
      // Fastify takes Ajv’s list of errors, which its type does not say.
      error: result.error.issues.map(({ code, path, message }) => ({
        keyword: code,
        instancePath: `/${path.join('/')}`,
        schemaPath: `#/${path.join('/')}/${code}`,
        params: {},
        message,
      })) as unknown as Error,
    }
  }
