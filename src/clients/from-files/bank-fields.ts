import { z } from 'zod'
import { isRoutingNumber } from '../../domain/routing-number.ts'
import { line } from './fields.ts'

const digits = (count: number, what: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{${count}}$`), { abort: true, error: `must be ${what} of ${count} digits` })

export const sortCode = digits(6, 'a sort code')
const wrongDigit = 'must be a routing number; one of its nine digits is wrong'
export const routingNumber = digits(9, 'a routing number').refine(isRoutingNumber, wrongDigit)
export const serviceUserNumber = digits(6, 'a service user number')
export const companyId = z.string().regex(/^[0-9A-Z]{10}$/, 'must be a company ID of 10 characters')
export const accountNumber = z.string().regex(/^[0-9A-Z-]{1,34}$/, 'must be an account number')

const csvColumns = z.strictObject({
  date: line,
  dateOrder: z.enum(['ymd', 'dmy', 'mdy']),
  amount: z.union([z.strictObject({ signed: line }), z.strictObject({ credit: line, debit: line })]),
  text: line,
  reference: line.nullable(),
  counterparty: line.nullable(),
  balance: line.nullable(),
})

const everyFormat = {
  cheques: z.boolean().describe('Whether the book also pays by cheque.'),
  positivePay: z
    .enum(['first-american', 'chase'])
    .nullable()
    .describe(
      'The layout in which the bank is told which cheques were issued and which are void; null: it is not told.',
    ),
  cutoff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 15:00')
    .describe('The local time until which the bank takes files for the next banking day.'),
  csv: csvColumns
    .nullable()
    .describe('The columns of the bank’s statements; null for a bank that sends none.'),
}

export const payments = z.discriminatedUnion('format', [
  z.strictObject({
    ...everyFormat,
    format: z.literal('nacha'),
    routingNumber,
    bankName: line,
    companyId,
    accountNumber,
  }),
  z.strictObject({
    ...everyFormat,
    format: z.literal('bacs18'),
    serviceUserNumber,
    sortCode,
    accountNumber,
  }),
  z.strictObject({ ...everyFormat, format: z.literal('pain.001'), sortCode, accountNumber }),
])

const bankCode = z
  .string()
  .regex(/^(\d{6}|\d{9})$/, { abort: true, error: 'must be a sort code or a routing number' })
  .refine(code => code.length === 6 || isRoutingNumber(code), wrongDigit)

export const bankAccounts = z
  .array(z.strictObject({ name: line, bankCode, accountNumber, csv: csvColumns.nullable() }))
  .max(20)
  .refine(accounts => new Set(accounts.map(({ name }) => name)).size === accounts.length, {
    error: 'must give each account a name of its own',
  })

export const contributionAccounts = z.strictObject({
  bank: z.strictObject({ bankName: line, bankCode, accountNumber }),
  custody: z
    .strictObject({
      system: z.enum(['dtc', 'crest']),
      custodian: line,
      participant: line,
      accountNumber: line,
    })
    .nullable(),
})
