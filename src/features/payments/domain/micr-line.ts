import { isRoutingNumber } from '../../../domain/routing-number.ts'

/** The fields of the MICR line of a check, and the whole line. */
type MicrLine = { auxiliaryOnUs: string; transit: string; onUs: string; line: string }

/** The most characters of the on-us field, with its symbol. */
const maxOnUs = 18
const maxAuxiliary = 15

/**
 * The MICR line of a business check as text: digits and the four symbols of E-13B by their customary letters, A for transit, B for amount, C for
 * on-us and D for a dash. The bank that takes the check adds the amount. Null where the routing number’s check digit is wrong, or the line has no
 * characters or no room for the account.
 */
export function micrLine({
  routingNumber,
  accountNumber,
  chequeNumber,
}: {
  routingNumber: string
  accountNumber: string
  chequeNumber: bigint
}): MicrLine | null {
  const auxiliaryOnUs = `C${chequeNumber}C`
  const transit = `A${routingNumber}A`
  const onUs = `${accountNumber.replaceAll('-', 'D')}C`
  const hasRoom = onUs.length <= maxOnUs && String(chequeNumber).length <= maxAuxiliary
  if (!isRoutingNumber(routingNumber) || !/^[\d-]+$/.test(accountNumber) || !hasRoom) return null
  return { auxiliaryOnUs, transit, onUs, line: `${auxiliaryOnUs} ${transit} ${onUs}` }
}
