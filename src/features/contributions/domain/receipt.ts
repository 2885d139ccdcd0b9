export const receiptStates = ['issued', 'superseded', 'withdrawn'] as const
export type ReceiptState = (typeof receiptStates)[number]
