import { localEnglish } from '../../../domain/local-english.ts'

/** How a grant is paid. */
export const paymentMethods = ['eft', 'cheque'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A payment as people read it: `Check no. 100418`, in UK spelling `Cheque no. 100418`. */
export function paymentLabel(method: PaymentMethod, reference: string | null, locale: string): string {
  const name = method === 'eft' ? 'Electronic transfer' : localEnglish('Cheque', locale)
  if (reference === null) return name
  return method === 'cheque' ? `${name} no. ${reference}` : `${name}, ${reference}`
}
