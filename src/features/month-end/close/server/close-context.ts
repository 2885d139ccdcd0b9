import type { PaymentContext } from '../../../payments/server/payment-context.ts'

export type CloseContext = PaymentContext
