import { connectionProblem } from '../src/server/db/connection-problem.ts'

type ErrorKind = abstract new (...parameters: never[]) => Error

/**
 * What a command prints of its failure: the sentence of an expected error, what is wrong with its options, or what to do about a
 * connection that was not made. Any other error is returned as it is, so that it is printed with its stack trace.
 */
export function failureText(error: unknown, expected: readonly ErrorKind[]): unknown {
  if (error instanceof Error && expected.some(kind => error instanceof kind)) return error.message
  return optionProblem(error) ?? connectionProblem(error) ?? error
}

/** What `parseArgs` of Node says of options that it does not know, or that lack a value; null for any other error. */
export function optionProblem(error: unknown): string | null {
  // Errors of Node have a code; others leave it undefined.
  if (!(error instanceof Error) || !(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_'))
    return null
  // The rest of its message is about the parser.
  return `${error.message.split(/\.\s|\n/)[0]}.`
}
