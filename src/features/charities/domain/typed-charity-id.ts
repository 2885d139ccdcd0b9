import type { Currency } from '../../../domain/money.ts'
import { parseUkNumber } from './uk-number.ts'
import { parseEin } from './us-number.ts'
import { parseVettedNumber } from './vetted-number.ts'

/** The id of a charity from the number that someone typed: of the registers for this currency, or our own. Undefined for any other text. */
export const typedCharityId = (text: string, currency: Currency): string | undefined =>
  parseVettedNumber(text) ?? (currency === 'USD' ? parseEin(text) : parseUkNumber(text)?.charityId)
