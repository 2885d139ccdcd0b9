import type { Endpoint, Sent } from '../../../contract/endpoint.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Subject } from '../fixture.ts'

/** One call of an endpoint that answers 200, with rows, when the right person makes it. */
export type Example = {
  endpoint: Endpoint
  /** What the caller needs, said again here: the walk also sees whether the endpoint asks for it. */
  needs: string
  sent(about: Subject): unknown
  /** Words that the answer to the right person contains: those of the book that was asked about. */
  tells?(about: Subject): string
  /** For endpoints that ask for no action alone: what this call answers to whoever may make it, where it is not 200. */
  answers?: number
}

/** Binds what is sent to the endpoint that it is sent to, so that an example that lacks a part does not compile. */
export const example = <const E extends Endpoint>(
  endpoint: E,
  about: Omit<Example, 'endpoint' | 'sent'> & { sent: (about: Subject) => Sent<E> | Promise<Sent<E>> },
): Example => ({ endpoint, ...about })

export const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
export const fund = ({ fundId }: Subject) => ({ params: { fundId } })
export const range = { from: '2026-01-01' as IsoDate, to: '2026-11-20' as IsoDate }
export const name = ({ accountName }: Subject) => accountName
