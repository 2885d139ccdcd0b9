import { connectionProblem } from '../src/server/db/connection-problem.ts'

type ErrorKind = abstract new (...parameters: never[]) => Error

/**
 * What a command prints of its failure: the sentence of an expected error, or what to do about a connection that was not made. Any other
 * error is returned as it is, so that it is printed with its stack trace.
 */
export function failureText(error: unknown, expected: readonly ErrorKind[]): unknown {
  if (error instanceof Error && expected.some(kind => error instanceof kind)) return error.message
  return connectionProblem(error) ?? error
}
