import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { fieldProblem } from '../../contract/problems.ts'

/**
 * Encodes a list's reply with only some columns of each row (§7, §10).
 *
 * @param requested column names, separated by spaces or commas.
 * @throws Problem validation on `columns` if there is no such column.
 */
export function withColumns(endpoint: Endpoint, response: unknown, requested: string): unknown {
  const known = columnsOf(endpoint)
  const chosen = requested.split(/[\s,]+/).filter(Boolean)
  if (chosen.length === 0 || chosen.some(name => !known.includes(name)))
    throw fieldProblem('columns', `Choose from ${known.join(', ')}`)
  // Encoding checks the response; the endpoint of a list encodes `data`.
  const encoded = z.encode(endpoint.reply, response as never) as { data: Record<string, unknown>[] }
  return {
    ...encoded,
    data: encoded.data.map(row => Object.fromEntries(chosen.map(name => [name, row[name]]))),
  }
}

/** The fields of a list's rows by its contract; empty if the reply is not a list. */
function columnsOf({ reply }: Endpoint): string[] {
  const rows = reply instanceof z.ZodMiniObject ? reply.shape.data : undefined
  const row = rows instanceof z.ZodMiniArray ? rows.def.element : undefined
  return row instanceof z.ZodMiniObject ? Object.keys(row.shape) : []
}
