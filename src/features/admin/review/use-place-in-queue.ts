import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryList } from '../../../web/api/query.ts'
import type { QueueName } from '../../grants/domain/grant-status.ts'
import { listGrantQueue } from '../../grants/staff-grants.contract.ts'
import { queueOfStatus } from '../queues.ts'

export type Place = {
  queue: QueueName
  /** From 1; null if the grant is not among the oldest 50 of its queue. */
  position: number | null
  total: number
  /** The next grant, or the oldest if this one is last or not in the queue; null if there is no other. */
  next: { grantId: string; charityName: string } | null
}

/** A grant's position in its queue, so that staff can go on to the next grant without returning to the list. */
export function usePlaceInQueue(grantId: string, transactionStatusCode: number): Place {
  // An approved grant moves to the next queue, but the user continues with the queue that they started with.
  const [queue] = useState(() => queueOfStatus(transactionStatusCode) ?? 'to-approve')
  const list = useQuery(queryList(listGrantQueue, { query: { queue } }, '50'))
  const rows = list.data?.data ?? []
  const index = rows.findIndex(row => row.grantId === grantId)
  const next = rows[index + 1] ?? rows.find(row => row.grantId !== grantId) ?? null
  return { queue, position: index === -1 ? null : index + 1, total: list.data?.meta.total ?? 0, next }
}
