import type { Book, Client } from '../../clients/client.ts'
import { fieldProblem } from '../../contract/problems.ts'
import { amountTooLarge } from '../../domain/money.ts'

/**
 * Refuses a body with an amount above the client's limit, so that no command can forget it. Every amount in a body is a bigint
 * (src/contract/wire.ts), or digits where the field may be empty. Throws `validation` at the field.
 */
export function limitAmounts(body: unknown, client: Client, book: Book): void {
  const field = fieldAbove(body, client.maxAmountMinor, '')
  if (field === null) return
  throw fieldProblem(field, amountTooLarge(client.maxAmountMinor, book.currency, client.locale))
}

/** The name of the first field with an amount above the limit; null if there is none. */
function fieldAbove(value: unknown, maxAmountMinor: bigint, name: string): string | null {
  if (typeof value === 'bigint') return value > maxAmountMinor ? name : null
  if (typeof value === 'string' && name.endsWith('Minor') && /^\d{1,18}$/.test(value))
    return BigInt(value) > maxAmountMinor ? name : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = fieldAbove(part, maxAmountMinor, Array.isArray(value) ? name : key)
    if (found !== null) return found
  }
  return null
}
