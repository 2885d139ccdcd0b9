import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { fieldProblem } from '../../contract/problems.ts'

/**
 * What a list answers of each row where only some of its columns were asked for (§7, §15 and §10): names with spaces
 * or commas between them. Gives the answer as it goes over the wire. Throws `validation` for a column that the rows do not have.
 */
export function withColumns(endpoint: Endpoint, answer: unknown, asked: string): unknown {
  const known = columnsOf(endpoint)
  const chosen = asked.split(/[\s,]+/).filter(Boolean)
  if (chosen.length === 0 || chosen.some(name => !known.includes(name)))
    throw fieldProblem('columns', `Choose from ${known.join(', ')}`)
  const whole = z.encode(endpoint.reply, answer as never) as { data: Record<string, unknown>[] }
  return {
    ...whole,
    data: whole.data.map(row => Object.fromEntries(chosen.map(name => [name, row[name]]))),
  }
}

/** The fields of a list's rows, as its contract has them; none where the answer is no list. */
function columnsOf({ reply }: Endpoint): string[] {
  const rows = reply instanceof z.ZodMiniObject ? reply.shape.data : undefined
  const row = rows instanceof z.ZodMiniArray ? rows.def.element : undefined
  return row instanceof z.ZodMiniObject ? Object.keys(row.shape) : []
}
