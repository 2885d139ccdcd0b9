import { localEnglish } from '../../../domain/local-english.ts'

/** How a grant is paid. */
export const paymentMethods = ['eft', 'cheque'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A payment as people read it: `Check, 100418`, in UK spelling `Cheque, 100418`. */
export function paymentLabel(method: PaymentMethod, reference: string | null, locale: string): string {
  const name = method === 'eft' ? 'Electronic transfer' : localEnglish('Cheque', locale)
  return reference === null ? name : `${name}, ${reference}`
}
