import type { Currency } from '../domain/money.ts'

/** What the demonstration's people and funds take from the country that the book is in. */
export type ClientSettings = {
  /** The fund of the demonstration's donor, whose statement everybody looks at first. */
  mainFundId: number
  country: 'US' | 'GB'
  towns: readonly (readonly [city: string, state: string | null, postalCode: string])[]
  streets: readonly string[]
  /** Months (1 to 12) around the end of the tax year, in which most is given. */
  givingSeason: readonly number[]
  /** Whether the state adds a quarter to what a taxpayer gives in cash. */
  giftAid: boolean
}

/** By the book's currency, so that a further client's book needs no line here. */
export const demoClients = {
  USD: {
    mainFundId: 204318,
    country: 'US',
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
    country: 'GB',
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
} as const satisfies Record<Currency, ClientSettings>
