import { Problem } from '../../../../contract/problems.ts'

/** An invalid or incomplete file is refused as a whole. */
export const unreadable = (detail: string): Problem =>
  new Problem('validation', { detail, errors: { file: [detail] } })
