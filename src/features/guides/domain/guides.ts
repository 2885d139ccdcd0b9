import type { BlockName } from '../../../contract/content-kinds.ts'

/** The guides that the portal hands out as PDFs: each is the block of its name (/content), at `/guides/{name}.pdf`. */
export const guideNames = [
  'statement-guide',
  'account-opening-guide',
  'giving-guide',
] as const satisfies readonly BlockName[]
export type GuideName = (typeof guideNames)[number]

export const guideAddress = (name: GuideName) => `/guides/${name}.pdf`
