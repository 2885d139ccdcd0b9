import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { PersonName } from '../people/names.ts'
import type { Pool } from './market.ts'

/** The plan of a fund, before its events. */
export type FundPlan = {
  accountId: string
  fundId: number
  accountName: string
  accountType: 'Individual' | 'Organization'
  organizationLegalName: string | null
  /** The donor and joint donors. */
  donors: readonly [PersonName, ...PersonName[]]
  successor: PersonName | null
  status: AccountStatus
  openedOn: IsoDate
  closedOn: IsoDate | null
  /** The last day on which its donors contribute or recommend grants. */
  activeUntil: IsoDate
  /** Its approximate size in whole units of the currency. */
  sizeUnits: number
  pool: Pool
  /** Grants of a year in basis points of the fund, and their approximate number. */
  payoutBps: number
  grantsPerYear: number
  /** A taxpayer, for whose cash gifts Gift Aid can be claimed in the UK. */
  taxpayer: boolean
  /** An asset that cannot be sold yet. */
  illiquid: string | null
  /** Set for the three funds of the user `donor`; `main` is the first in their list. */
  donorFund: 'main' | 'second' | 'third' | null
}

/** Funds with transfers between them, which are therefore replayed together. The first transfers to the second. */
export type Household = readonly [FundPlan, ...FundPlan[]]
