import { keysOf } from '../../../../domain/keys-of.ts'

/** What is looked at before a month is closed. `must`: it has to be done; the others may stay open with a note that says why. */
export const closeChecks = {
  bank: { label: 'Bank accounts are signed off', must: false },
  suspense: { label: 'No money is in suspense', must: false },
  batches: { label: 'Batches are posted', must: true },
  requests: { label: 'No command waits for a second person', must: false },
  runs: { label: 'The bank has answered payment runs', must: false },
  ledger: { label: 'The nightly check found no difference', must: true },
  statements: { label: 'Statements of the quarter are made', must: false },
} as const satisfies Record<string, { label: string; must: boolean }>
export type CloseCheckName = keyof typeof closeChecks
export const closeCheckNames = keysOf(closeChecks)

export type CloseCheck = { name: CloseCheckName; isDone: boolean; detail: string }

/** Why a month cannot be closed as its checks are, as a sentence; null if it can, perhaps with a note. */
export function closeRefusal(checks: readonly CloseCheck[]): string | null {
  const missing = checks.find(({ name, isDone }) => !isDone && closeChecks[name].must)
  return missing ? missing.detail : null
}

export const missingNote = 'Say why the month is closed with what is still open'
export const needsNote = (checks: readonly CloseCheck[]): boolean => checks.some(({ isDone }) => !isDone)
