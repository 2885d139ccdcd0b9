import type { BankNumbers } from '../../features/charity-profiles/domain/bank-numbers.ts'

/** The account of the charities of the tests, which the bank files of the tests name. */
export const transferNumbers = {
  US: { country: 'US', bank: '011000015', account: '12345678' },
  GB: { country: 'GB', bank: '089999', account: '12345678' },
} as const satisfies Record<string, BankNumbers>
