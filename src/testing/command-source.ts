import type { CommandSource } from '../server/audit/record-command.ts'

/** The source of a command that a test calls without a request. */
export const testSource = (userId: string, at: Date = new Date()): CommandSource => ({
  userId,
  sessionId: null,
  client: 'npt',
  address: '127.0.0.1',
  at,
})
