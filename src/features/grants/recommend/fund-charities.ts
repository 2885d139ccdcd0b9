import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Reply, Sent } from '../../../contract/endpoint.ts'
import type { Currency } from '../../../domain/money.ts'
import type { CharityDetails, searchCharities } from '../../charities/charities.contract.ts'

type CharityQuery = NonNullable<Sent<typeof searchCharities>['query']>

/** What the feature of charity lists hands in: it is above this one. */
export type FundCharities = {
  /** The query of a charity as the fund sees it. */
  charityQuery: (
    fundId: number,
    charityId: string,
  ) => Pick<UseQueryOptions<CharityDetails>, 'queryKey' | 'queryFn'>
  /** A page of a search in the register, the fund's own charities first. */
  searchCharities: (
    fundId: number,
    search: CharityQuery,
    about: { currency: Currency | null; signal: AbortSignal },
  ) => Promise<Reply<typeof searchCharities>>
  /** The query of what `CharityList` shows. */
  listQuery: (fundId: number) => Pick<UseQueryOptions, 'queryKey' | 'queryFn'>
  /** The fund's charity list to choose from; `addressOf` returns the address after a charity is chosen. */
  CharityList: ComponentType<{ fundId: number; addressOf: (charityId: string) => string }>
}
