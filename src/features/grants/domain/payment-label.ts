import { localEnglish } from '../../../domain/local-english.ts'
import type { PaymentMethod } from '../../payments/domain/payment-run.ts'

/** A payment as people read it: `Check, 100418`, in UK spelling `Cheque, 100418`. */
export function paymentLabel(method: PaymentMethod, reference: string | null, locale: string): string {
  const name = method === 'eft' ? 'Electronic transfer' : localEnglish('Cheque', locale)
  return reference === null ? name : `${name}, ${reference}`
}
