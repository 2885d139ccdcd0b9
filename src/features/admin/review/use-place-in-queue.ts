import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryList } from '../../../web/api/query.ts'
import { listGrantQueue } from '../../grants/grants.contract.ts'
import { type QueueName, queueOfStatus } from '../queues.ts'

export type Place = {
  queue: QueueName
  /** From 1; null where the grant is not among the oldest of its queue. */
  position: number | null
  total: number
  /** The one after this, or the oldest where this is the last or not in it; null where no other waits. */
  next: { grantId: string; charityName: string } | null
}

/** Where a grant stands in the queue that it came from, so that the staff go on without going back to the list. */
export function usePlaceInQueue(grantId: string, transactionStatusCode: number): Place {
  // Approved, a grant moves to the next queue; the reader goes on in the one that they work through.
  const [queue] = useState(() => queueOfStatus(transactionStatusCode) ?? 'to-approve')
  const found = useQuery(queryList(listGrantQueue, { query: { queue } }, '50'))
  const rows = found.data?.data ?? []
  const index = rows.findIndex(row => row.grantId === grantId)
  const next = rows[index + 1] ?? rows.find(row => row.grantId !== grantId) ?? null
  return { queue, position: index === -1 ? null : index + 1, total: found.data?.meta.total ?? 0, next }
}
