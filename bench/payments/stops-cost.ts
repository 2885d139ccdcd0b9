import { paymentStops } from '../../src/features/screening/server/payment-stops.ts'
import { type BenchDatabase, type Finding, median } from '../bench.ts'

/**
 * How long one answer takes to the question whether the payments of a run may leave. The program and the database ask it at the collection,
 * the approval and the release. `staffMs`: how long these steps took.
 */
export async function stopsCost(
  { admin, databases }: BenchDatabase,
  { rounds, payments, staffMs }: { rounds: number; payments: number; staffMs: number },
): Promise<Finding> {
  const { rows } = await admin.query<{ grant_id: string }>('select grant_id from payment limit $1', [
    payments,
  ])
  const grantIds = rows.map(row => row.grant_id)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    await paymentStops(databases.book('npt'), grantIds, { book: 'npt', approver: null })
    times.push(performance.now() - startedMs)
  }
  return {
    what: 'asking whether all payments of the large run may leave ÷ what people wait for it',
    ...{ measured: median(times) / staffMs, atMost: 0.2 },
    detail: `${grantIds.length} grants in ${median(times).toFixed(0)} ms, of ${staffMs.toFixed(0)} ms`,
  }
}
