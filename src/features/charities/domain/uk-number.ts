import { typedNumber } from './typed-number.ts'

/** The register that a UK charity number belongs to, as org-id.guide names it. */
type UkRegister = 'GB-CHC' | 'GB-SC' | 'GB-NIC'

type UkNumber = {
  /** The normalized id: `GB-CHC-1000005`, `GB-SC-SC012345`, `GB-NIC-100012`. */
  charityId: string
  ukRegister: UkRegister
  /** As the charity prints it on its letters: `1000005`, `SC012345`, `NIC100012`. */
  number: string
}

const maxLength = 40

/**
 * Parses a UK charity number in any of its common spellings; undefined for any other text. Scottish numbers begin with SC
 * (often typed SCO, with a letter), those of Northern Ireland with NI or NIC. A number without letters belongs to England
 * and Wales, where numbers run from 200000 to below 2000000. One outside that range (an excepted charity's 4…, a missing
 * digit) is on no register: accepting it would make the charity eligible.
 */
export function parseUkNumber(text: string): UkNumber | undefined {
  if (text.length > maxLength) return undefined
  const compact = typedNumber(text).toUpperCase().replaceAll(/[\s.]/g, '').replaceAll(/[_:]/g, '-')
  return scottish(compact) ?? northernIrish(compact) ?? englishOrWelsh(compact)
}

function scottish(compact: string): UkNumber | undefined {
  const digits =
    /^(?:GB-?SC-?)?SC-?([0O]?\d{1,6})$/.exec(compact)?.[1] ?? /^GB-?SC-?(\d{1,6})$/.exec(compact)?.[1]
  const significant = digits?.replace('O', '0').replace(/^0+/, '')
  if (!significant || significant.length > 6) return undefined
  const number = `SC${significant.padStart(6, '0')}`
  return { charityId: `GB-SC-${number}`, ukRegister: 'GB-SC', number }
}

function northernIrish(compact: string): UkNumber | undefined {
  const digits = /^(?:GB-?NIC-?(?:NIC?-?)?|NIC?-?)0*(1\d{5})$/.exec(compact)?.[1]
  return digits === undefined
    ? undefined
    : { charityId: `GB-NIC-${digits}`, ukRegister: 'GB-NIC', number: `NIC${digits}` }
}

function englishOrWelsh(compact: string): UkNumber | undefined {
  const match = /^(?:GB-?CHC-?)?0*([2-9]\d{5}|1\d{6})(?:[-/]0*(\d{1,4}))?$/.exec(compact)
  if (!match?.[1]) return undefined
  // A linked charity has its main charity's number and a suffix; suffix 0 is the main charity itself.
  const number = Number(match[2] ?? 0) > 0 ? `${match[1]}-${match[2]}` : match[1]
  return { charityId: `GB-CHC-${number}`, ukRegister: 'GB-CHC', number }
}
