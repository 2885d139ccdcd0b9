import { screenGrantsOfRequest } from '../../screening/server/payment-stops.ts'
import { listIdsOfRun, listReadyIds } from './facts.queries.ts'
import type { PaymentContext } from './payment-context.ts'
import type { OfRun } from './run-commands.ts'

/** Compares the names of the grants that a new run may include with the sanctions lists, before the transaction that creates it. */
export const screenReadyGrants = async (_input: unknown, context: PaymentContext): Promise<void> =>
  await screenGrantsOfRequest(await listReadyIds(context.db), context)

/** The same for the grants of a run, before a command about it. */
export const screenGrantsOfRun = async (
  { params: { runId } }: OfRun,
  context: PaymentContext,
): Promise<void> => await screenGrantsOfRequest(await listIdsOfRun(context.db, runId), context)
