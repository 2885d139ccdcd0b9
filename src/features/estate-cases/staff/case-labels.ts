import { localEnglish } from '../../../domain/local-english.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { CaseBrief } from '../estate-cases.contract.ts'

export const caseKindLabels = {
  death: 'Death of a donor',
  closing: 'Closing',
} as const satisfies Record<CaseBrief['kind'], string>

const outcomeLabels = {
  returned: 'Returned to the other donor',
  'handed-over': 'Handed over to a successor',
  closed: 'Closed',
} as const

const stateLabels = {
  opened: 'Awaiting confirmation',
  distributing: 'Being carried out',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Record<CaseBrief['state'], string>

export const caseSigns = {
  opened: 'waiting',
  distributing: 'in-progress',
  completed: 'done',
  cancelled: 'ended',
} as const satisfies Record<CaseBrief['state'], StatusSign>

export const caseStateLabel = ({ state, outcome }: Pick<CaseBrief, 'state' | 'outcome'>): string =>
  localEnglish(
    outcome === null ? stateLabels[state] : outcomeLabels[outcome],
    clientContext().clientSettings.locale,
  )

/** `2500` hundredths of a percent → `25%`, `3333` → `33.33%`. */
export const percentLabel = (hundredths: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(hundredths / 10_000)
