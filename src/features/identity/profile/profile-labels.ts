import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'

/** An instant as the house writes it, where the reader is. */
export function when(instant: string): string {
  return formatInstant(instant, clientContext().clientSettings.locale)
}

/** The same, for what may never have happened. */
export function whenOrNever(instant: string | null): string {
  return instant === null ? 'Never' : when(instant)
}
