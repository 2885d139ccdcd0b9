import type { Currency } from './money.ts'

/** How texts name a currency: `your US dollar account`, `in US dollars`. */
export const currencyNames = {
  USD: { singular: 'US dollar', plural: 'US dollars' },
  GBP: { singular: 'pound sterling', plural: 'pounds sterling' },
} as const satisfies Record<Currency, { singular: string; plural: string }>

/** The other of the two currencies that the toggle knows (§9). */
export const otherCurrency = (currency: Currency): Currency => (currency === 'USD' ? 'GBP' : 'USD')
