/** Account IDs have six to eight digits (§16). */
export const [minFundIdDigits, maxFundIdDigits] = [6, 8] as const
export const minFundId = 10 ** (minFundIdDigits - 1)
export const maxFundId = 10 ** maxFundIdDigits - 1

const pattern = new RegExp(`^\\d{${minFundIdDigits},${maxFundIdDigits}}$`)

export const isFundId = (text: string): boolean => pattern.test(text)

/** The account ID that someone typed; null for any other text. */
export function readFundId(text: string): number | null {
  const digits = text.trim()
  return isFundId(digits) ? Number(digits) : null
}

export const missingFundId = 'Enter the account ID, six to eight digits'
export const unknownFundId = 'We have no account with this ID.'
