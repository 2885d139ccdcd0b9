import type { Endpoint, Sent } from '../../../contract/endpoint.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Subject } from '../fixture.ts'
import type { Persona } from '../matrix.ts'

/** A call of an endpoint that returns 200, with rows, to a caller with the permission. */
export type Example = {
  endpoint: Endpoint
  /** The access that the call needs, or several of which one is enough, repeated here on purpose: the test verifies that the endpoint requires it. */
  needs: string | readonly string[]
  sent(about: Subject): unknown
  /** A text of the requested book that a permitted answer contains. */
  contains?(about: Subject): string
  /** The persona that owns the object; others with the permission are refused. */
  onlyFor?: Persona
  /** For others the object does not exist at all. */
  isHiddenFromOthers?: true
  /** The body or the query names something that belongs to one book or person. */
  namesOwnInBody?: true
  /** It names a charity of a register that the other client does not use. Charities are public, so the status may differ. */
  isUnknownElsewhere?: true
  /** The status for a file that names what is not of the book, where its lines say so. */
  statusElsewhere?: number
  /** The status at the other client, whose settings leave the feature out. */
  statusWithoutFeature?: number
  /** The answer repeats an account ID that the caller sent, whether it exists or not. */
  repeatsFundId?: true
  /** The sponsor's staff also name the donor whose advice they follow. */
  followsAdvice?: true
  /** The status for a permitted caller where it is not 200. Only for endpoints that need no action. */
  status?: number
}

/** Types `sent` by the endpoint, so that an example without a required part does not compile. */
export const example = <const E extends Endpoint>(
  endpoint: E,
  about: Omit<Example, 'endpoint' | 'sent'> & { sent: (about: Subject) => Sent<E> | Promise<Sent<E>> },
): Example => ({ endpoint, ...about })

export const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
export const fund = ({ fundId }: Subject) => ({ params: { fundId } })
export const range = { from: '2026-01-01' as IsoDate, to: '2026-11-20' as IsoDate }
export const name = ({ accountName }: Subject) => accountName
/** An export whose text the test can read. */
export const csv = { query: { format: 'csv' } } as const
