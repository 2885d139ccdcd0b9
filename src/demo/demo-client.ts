import type { Currency } from '../domain/money.ts'

/** Seed data that depends on the country of the book. */
export type CountrySettings = {
  /** The id of the main fund of the user `donor`. */
  mainFundId: number
  countryCode: 'US' | 'GB'
  towns: readonly (readonly [city: string, state: string | null, postalCode: string])[]
  streets: readonly string[]
  /** Months (1 to 12) around the end of the tax year, when most gifts come. */
  givingSeason: readonly number[]
  /** Gift Aid: the state adds a quarter to a taxpayer's cash gifts. */
  giftAid: boolean
}

/** By the book's currency, so that a new client needs no entry. */
export const demoClients = {
  USD: {
    mainFundId: 204318,
    countryCode: 'US',
    towns: [
      ['Philadelphia', 'PA', '19100'],
      ['Haverford', 'PA', '19000'],
      ['Princeton', 'NJ', '08500'],
      ['Wilmington', 'DE', '19800'],
      ['Baltimore', 'MD', '21200'],
      ['Hartford', 'CT', '06100'],
      ['Evanston', 'IL', '60200'],
      ['Boulder', 'CO', '80300'],
      ['Savannah', 'GA', '31400'],
      ['Portland', 'OR', '97200'],
    ],
    streets: ['Orchard Row', 'Meetinghouse Lane', 'Spruce Terrace', 'Old Mill Road', 'Chestnut Avenue'],
    givingSeason: [11, 12],
    giftAid: false,
  },
  GBP: {
    mainFundId: 718204,
    countryCode: 'GB',
    towns: [
      ['London', null, 'N1 0XX'],
      ['Bath', null, 'BA1 0XX'],
      ['Edinburgh', null, 'EH3 0XX'],
      ['York', null, 'YO1 0XX'],
      ['Norwich', null, 'NR2 0XX'],
      ['Cardiff', null, 'CF10 0XX'],
      ['Winchester', null, 'SO23 0XX'],
      ['Chester', null, 'CH1 0XX'],
      ['Belfast', null, 'BT7 0XX'],
      ['Exeter', null, 'EX4 0XX'],
    ],
    streets: ['Orchard Row', 'Candlewick Lane', 'Priory Terrace', 'Old Mill Road', 'Chestnut Close'],
    givingSeason: [3, 12],
    giftAid: true,
  },
} as const satisfies Record<Currency, CountrySettings>
