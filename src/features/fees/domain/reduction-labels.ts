import type { StatusSign } from '../../../domain/status-sign.ts'

/** How a waiver or a reduction stands. `ended`: its last day has passed. */
export const reductionStatuses = ['waiting', 'confirmed', 'ended', 'withdrawn'] as const
export type ReductionStatus = (typeof reductionStatuses)[number]

export const reductionLabels = {
  waiting: 'Waiting for a second person',
  confirmed: 'Confirmed',
  ended: 'Ended',
  withdrawn: 'Withdrawn',
} as const satisfies Record<ReductionStatus, string>

export const reductionSigns = {
  waiting: 'waiting',
  confirmed: 'done',
  ended: 'ended',
  withdrawn: 'ended',
} as const satisfies Record<ReductionStatus, StatusSign>
