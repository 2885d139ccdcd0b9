import type { Cause } from '../../charities/domain/cause.ts'

/** State and cause that narrow a search. */
export type Filters = { state?: string; cause?: Cause }

/** What is being searched for; kept while the other steps are shown, so that Back finds it again. */
export type CharitySearch = { typed: string; filters: Filters }

export const noSearch: CharitySearch = { typed: '', filters: {} }
