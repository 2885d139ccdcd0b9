import type { IsoDate } from '../../domain/dates.ts'
import type { PersonName } from '../people/names.ts'
import type { Pool } from './market.ts'

/** A fund of the demonstration before anything has happened to it. */
export type FundPlan = {
  accountId: string
  fundId: number
  accountName: string
  accountType: 'Individual' | 'Organization'
  organizationLegalName: string | null
  /** The donor, and who gives together with them. */
  donors: readonly [PersonName, ...PersonName[]]
  successor: PersonName | null
  status: 'Entered' | 'Active' | 'Immobile' | 'Closed'
  openedOn: IsoDate
  closedOn: IsoDate | null
  /** The last day on which its donors contribute or recommend anything. */
  movesUntil: IsoDate
  /** About what it comes to hold, in whole units of the currency. */
  sizeUnits: number
  pool: Pool
  /** What is granted a year, in hundredths of a percent of the fund, in about so many grants. */
  payoutBps: number
  grantsPerYear: number
  /** A taxpayer whose gifts in cash the state adds to, where it does. */
  taxpayer: boolean
  /** What it holds that cannot be sold yet. */
  illiquid: string | null
  /** Of the people who can sign in: `main` is the fund that everybody looks at first. */
  ofDonor: 'main' | 'second' | 'third' | null
}

/** Funds that pass money to each other, and so live through the years together; the first gives to the second. */
export type Household = readonly [FundPlan, ...FundPlan[]]
