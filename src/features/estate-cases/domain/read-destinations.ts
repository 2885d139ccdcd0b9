import { readFundId } from '../../../domain/fund-id.ts'
import { parseUkNumber } from '../../charities/domain/uk-number.ts'
import { parseEin } from '../../charities/domain/us-number.ts'
import { parseVettedNumber } from '../../charities/domain/vetted-number.ts'

/** One destination of a closing fund: a charity, or the account ID of another fund. */
type DestinationLine = { shareHundredths: number } & (
  | { charityId: string; toFundId: null }
  | { charityId: null; toFundId: number }
)

/** Reads one destination per line, such as `60% 12-3456789` or `40% fund 10000001`; null if a line is invalid, or there is no line. */
export function readDestinations(text: string): DestinationLine[] | null {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const read = lines.map(readLine)
  return lines.length > 0 && read.every(line => line !== null) ? read.filter(line => line !== null) : null
}

function readLine(line: string): DestinationLine | null {
  const [, whole, part = '', number = ''] =
    /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%\s*[:,]?\s+(.+?)\s*$/.exec(line) ?? []
  if (whole === undefined) return null
  const shareHundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  const charityId = parseVettedNumber(number) ?? parseEin(number) ?? null
  if (charityId !== null) return { shareHundredths, charityId, toFundId: null }
  const toFundId = readFundId(/^fund\s+(\d+)$/i.exec(number)?.[1] ?? '')
  if (toFundId !== null) return { shareHundredths, charityId: null, toFundId }
  const uk = parseUkNumber(number)?.charityId ?? null
  return uk === null ? null : { shareHundredths, charityId: uk, toFundId: null }
}
