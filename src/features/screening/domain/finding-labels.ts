import type { StatusSign } from '../../../domain/status-sign.ts'
import type { FindingState } from './finding.ts'

export const findingStateLabels = {
  open: 'To decide',
  waiting: 'Awaiting a second person',
  confirmed: 'Confirmed',
  lifting: 'To be lifted',
  dismissed: 'Not the same',
  gone: 'No longer found',
} as const satisfies Record<FindingState, string>

export const findingSigns = {
  open: 'waiting',
  waiting: 'waiting',
  confirmed: 'refused',
  lifting: 'waiting',
  dismissed: 'done',
  gone: 'ended',
} as const satisfies Record<FindingState, StatusSign>

export const listLabels = {
  ofac: 'OFAC',
  uk: 'UK Sanctions List',
} as const

export const percent = (score: number): string => `${Math.round(score * 100)}%`
