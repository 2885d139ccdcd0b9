import type { StatusSign } from '../../../domain/status-sign.ts'
import type { FindingState } from './finding.ts'
import type { Working } from './match-names.ts'
import type { Agreement } from './word-similarity.ts'

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

/** Whose name was compared. */
export const subjectLabels = { charity: 'Charity', person: 'Person', payer: 'Payer' } as const

export const listLabels = {
  ofac: 'OFAC',
  uk: 'UK Sanctions List',
} as const

export const percent = (score: number): string => `${Math.round(score * 100)}%`

/** How two words agree. */
export const agreementLabels = {
  same: 'the same',
  sound: 'sounds the same',
  spelling: 'another spelling',
  joined: 'written as one word',
  initial: 'initial',
} as const satisfies Record<Agreement, string>

export const adjustmentLabels = {
  'birth-year': 'the year of birth agrees',
  'other-birth-year': 'the year of birth is another',
  country: 'the country agrees',
  'weak-alias': 'the list calls this alias weak',
} as const satisfies Record<Working['adjustments'][number]['reason'], string>
