import * as z from 'zod/mini'
import { searchKeywords, sortKey } from '../../../contract/wire.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { paths } from '../../../web/routing/paths.ts'
import { optionalParam } from '../../../web/routing/search-params.ts'
import { contributionStateLabels, contributionStates } from '../domain/contribution.ts'
import { fundContributionKinds, giftText } from './domain/fund-contribution.ts'
import { fundContributionsList } from './fund-contributions.list.ts'

/** The view of /contributions, which the address contains. */
export const contributionsSearch = z.object({
  view: optionalParam(z.enum(['tax-year'])),
  keywords: optionalParam(searchKeywords),
  state: optionalParam(z.enum(contributionStates)),
  kind: optionalParam(z.enum(fundContributionKinds)),
  year: optionalParam(z.string().check(z.regex(/^(199\d|20\d\d|21\d\d)$/))),
  sort: optionalParam(sortKey),
  rows: optionalParam(z.enum(['50', 'all'])),
})
export type ContributionsView = z.output<typeof contributionsSearch>

/** The address of a view, without default values. */
export const addressOfView = ({ sort, keywords, ...rest }: ContributionsView): string =>
  paths.contributions({
    ...rest,
    keywords: keywords || undefined,
    sort: sort === fundContributionsList.defaultSort ? undefined : sort,
  })

/** The filters as the call takes them. */
export const filtersOf = ({ keywords, state, kind, year, sort }: ContributionsView) => ({
  ...(keywords ? { keywords } : {}),
  ...(state === undefined ? {} : { state }),
  ...(kind === undefined ? {} : { kind }),
  ...(year === undefined ? {} : { year }),
  sort: sort ?? fundContributionsList.defaultSort,
})

export const hasFilter = ({ state, kind, year }: ContributionsView): boolean =>
  [state, kind, year].some(value => value !== undefined)

/** What the contributions are filtered by, as paper has it. */
export function filterText({ state, kind, year }: ContributionsView, locale: string): string {
  const texts = [
    state === undefined ? null : `Status: ${localEnglish(contributionStateLabels[state], locale)}`,
    kind === undefined ? null : `Type: ${giftText({ kind, way: null }, locale)}`,
    year === undefined ? null : `Year: ${year}`,
  ]
  return texts.filter(text => text !== null).join('. ')
}
