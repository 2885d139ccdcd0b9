import type { StatusSign } from '../../../domain/status-sign.ts'

export const accessStates = ['active', 'suspended', 'none'] as const
type AccessState = (typeof accessStates)[number]

/** Whether a person can log in, as staff read it. */
export const accessStatus: Readonly<Record<AccessState, { text: string; sign: StatusSign }>> = {
  active: { text: 'Has access', sign: 'done' },
  suspended: { text: 'Suspended', sign: 'refused' },
  none: { text: 'No access', sign: 'ended' },
}
