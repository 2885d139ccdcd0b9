/** The layouts of positive-pay files, by the bank that published them (src/features/payments/server/formats/positive-pay.ts). */
export const positivePayLayouts = ['first-american', 'chase'] as const
export type PositivePayLayout = (typeof positivePayLayouts)[number]
