import { typedNumber } from './typed-number.ts'

/** `US-EIN-010631747`, from an EIN with or without hyphen, spaces or prefix; undefined for any other text. */
export function parseEin(text: string): string | undefined {
  if (text.length > 40) return undefined
  const compact = typedNumber(text)
    .toUpperCase()
    .replaceAll(/[\s._-]/g, '')
  const digits = /^(?:US)?(?:EIN)?:?(\d{9})$/.exec(compact)?.[1]
  return digits === undefined || digits === '000000000' ? undefined : `US-EIN-${digits}`
}

/** The printed form of an EIN: `01-0631747`. */
export function formatEin(digits: string): string {
  return `${digits.slice(0, 2)}-${digits.slice(2)}`
}
