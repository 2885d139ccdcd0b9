import type { BlockName } from '../../../contract/content-kinds.ts'

/** The guides and forms that are published as PDFs at `/guides/{name}.pdf`, each from the content block of its name. */
export const guideNames = [
  'statement-guide',
  'account-opening-guide',
  'giving-guide',
  'contribution-form',
  'legacy-plan-form',
  'closing-form',
] as const satisfies readonly BlockName[]
export type GuideName = (typeof guideNames)[number]

export const guideAddress = (name: GuideName) => `/guides/${name}.pdf`
