import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply, Sent } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { query, refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { getSchedule, type ScheduleDetails } from './schedules.contract.ts'

type ScheduleCommand = Endpoint & { method: 'POST'; path: `${string}{scheduleId}${string}` }

/** Runs the commands of one schedule's page, which then shows the reply. `done`: what the page says when it worked. */
export function useScheduleCommand(fundId: number, scheduleId: string) {
  const client = useQueryClient()
  const params = { fundId, scheduleId }
  const { isPending, run } = usePending(failure => {
    showFailure(failure)
    // Someone else changed it: the page shows the current state.
    if (failure instanceof Problem && failure.code === 'conflict') void refreshAll()
  })
  const send = async <const E extends ScheduleCommand>(
    endpoint: E,
    attributes: unknown,
  ): Promise<ScheduleDetails> => {
    const body = { data: { type: 'command', attributes } }
    // Every command of a schedule has these parameters and this reply; the compiler cannot see that for a generic E.
    const details = (await call(endpoint, { params, body } as unknown as Sent<E>)) as Reply<E> &
      ScheduleDetails
    client.setQueryData(query(getSchedule, { params }).queryKey, details)
    void refreshAll()
    return details
  }
  return {
    isPending,
    /** Sends a command and says that it worked. A failure is shown. */
    press: <const E extends ScheduleCommand>(endpoint: E, attributes: unknown, done: string) =>
      run(async () => {
        await send(endpoint, attributes)
        showToast({ className: 'success', header: done })
      }),
    /** Sends a command; a failure is the caller's. */
    send,
  }
}
