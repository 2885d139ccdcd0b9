import type { Cause } from '../../charities/domain/cause.ts'

export type Filters = { state?: string; cause?: Cause }

/** The search in progress. It outlives the step, so that Back shows it again. */
export type CharitySearch = { typed: string; filters: Filters }

export const noSearch: CharitySearch = { typed: '', filters: {} }
