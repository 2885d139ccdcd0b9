import { Problem, problems } from '../../contract/problems.ts'

/** Why a file was not uploaded, shown beside it: the server's messages, else what the failure is called. */
export function uploadRefusal(failure: unknown): string {
  if (!(failure instanceof Problem)) return problems.unexpected.title
  const messages = Object.values(failure.errors ?? {}).flat()
  if (messages.length > 0) return messages.join(' ')
  return failure.detail ?? problems[failure.code].title
}
