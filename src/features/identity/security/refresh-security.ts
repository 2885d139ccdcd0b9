import { queryClient } from '../../../web/api/query.ts'
import { getFactors, listDevices } from '../factors/factors.contract.ts'
import { listSessions } from '../sessions/sessions.contract.ts'

/** Refetches everything that the profile shows about login methods and sessions; called after each change. */
export async function refreshSecurity(): Promise<void> {
  await Promise.all(
    [getFactors, listDevices, listSessions].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )
}
