import { queryClient } from '../../../web/api/query.ts'
import { getFactors, listDevices } from '../factors.contract.ts'
import { listSessions } from '../sessions.contract.ts'

/** After a change to somebody's sign-in everything that the profile shows of it is asked for anew. */
export async function refreshProfile(): Promise<void> {
  await Promise.all(
    [getFactors, listDevices, listSessions].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )
}
