import type { Cause } from '../../charities/domain/cause.ts'

export type Filters = { state?: string; cause?: Cause }

/** The search in progress; kept while other steps are shown, so that it is still there after Back. */
export type CharitySearch = { typed: string; filters: Filters }

export const noSearch: CharitySearch = { typed: '', filters: {} }
