import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type PaymentContext, payerOf } from './payment-context.ts'
import { requireAnsweredChecks, requireRun } from './run-downloads.ts'
import type { RunRecord } from './runs.queries.ts'

/** The settings of a book whose cheques the portal prints: those of banks in the United States. Null for others. */
export function printingOf(context: Pick<PaymentContext, 'book' | 'client'>) {
  const { client, settings } = payerOf(context)
  return settings.cheques && settings.format === 'nacha' ? { client, settings } : null
}

/** Whether the cheques of a run can be printed: from the release of its register until they were posted. */
export const isToPrint = ({
  method,
  state,
  released_at,
}: Pick<RunRecord, 'method' | 'state' | 'released_at'>): boolean =>
  method === 'cheque' && state === 'approved' && released_at !== null

/** A run whose cheques can be printed now, with the settings. Throws `not-found`, `conflict`. */
export async function requireRunToPrint(runId: string, context: PaymentContext) {
  const run = await requireRun(runId, context)
  await requireAnsweredChecks(run, context)
  const printing = printingOf(context)
  if (printing === null || run.method !== 'cheque')
    throw new Problem('conflict', {
      detail: localEnglish('The portal prints no cheques of this run.', context.client.locale),
    })
  if (!isToPrint(run))
    throw new Problem('conflict', {
      detail: localEnglish(
        run.state === 'sent'
          ? 'The cheques of this run were posted, so none is printed again.'
          : 'The register of this run has not been released yet.',
        context.client.locale,
      ),
    })
  return { run, ...printing }
}
