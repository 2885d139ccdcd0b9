import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'

/** Formats an instant in the client’s locale and the reader’s time zone. */
export function instantLabel(instant: string): string {
  return formatInstant(instant, clientContext().clientSettings)
}

/** As `instantLabel`, or `Never` for null. */
export function instantOrNeverLabel(instant: string | null): string {
  return instant === null ? 'Never' : instantLabel(instant)
}
