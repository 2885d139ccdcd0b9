import * as z from 'zod/mini'
import { asIsoDate, type IsoDate } from '../domain/dates.ts'

/** Money on the wire: a string of digits, minor units (open-points 4); a bigint on both sides. */
export const money = z.codec(z.string().check(z.regex(/^-?\d{1,18}$/)), z.bigint(), {
  decode: digits => BigInt(digits),
  encode: amountMinor => amountMinor.toString(),
})

/**
 * A whole number within limits: digits where it stands in an address, a number where it stands in a body. Nothing else is
 * converted: Number() would also accept `null`, `true` and lists, and throw for an object with a `toString` of its own.
 */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.codec(
    z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.number()], 'Enter a whole number'),
    z.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)),
    { decode: Number, encode: number => number },
  )

/** A number that people read out (fundId, transactionId): digits in addresses, a plain number in the program. */
export const fundId = wholeNumber(100000, 99999999)

export const isoDate = z.pipe(
  z.string().check(z.refine(text => asIsoDate(text) !== null, 'Enter a date that exists, as YYYY-MM-DD')),
  z.custom<IsoDate>(),
)

export const currency = z.enum(['USD', 'GBP'])

/** What every list answers (open-points 10): one page of rows, how many there are, and where the next page starts. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: z.array(row),
    meta: z.object({ total: z.int(), next: z.nullable(z.string()) }),
  })

/** The query that every list takes; `first` is limited, for a page has a size (habits 22). */
export const listQuery = {
  first: z._default(wholeNumber(1, 500), 10),
  after: z.optional(z.string().check(z.maxLength(200))),
  sort: z.optional(z.string().check(z.regex(/^-?[a-zA-Z]{1,40}$/))),
  /** §7: which fields of each row, with spaces or commas between them; without it, all. For readers other than our own pages. */
  columns: z.optional(z.string().check(z.maxLength(400))),
  /** §7: past the browser's cache. No list is ever kept there (security-headers.ts), so it is what happens anyway. */
  cacheStrategy: z.optional(z.literal('network-first')),
}

/** The body of a change (open-points 10): a command with its attributes. */
export const command = <Attributes extends z.ZodMiniType>(attributes: Attributes) =>
  z.object({ data: z.object({ type: z.literal('command'), attributes }) })
