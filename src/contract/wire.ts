import * as z from 'zod/mini'
import { asIsoDate, type IsoDate } from '../domain/dates.ts'
import { maxFundId, minFundId } from '../domain/fund-id.ts'

const asDigits = {
  decode: (digits: string) => BigInt(digits),
  encode: (amountMinor: bigint) => amountMinor.toString(),
}

/** Money in a reply: a string of digits in minor units (§16); a bigint on both sides. A sum of any size can be shown. */
export const money = z.codec(z.string().check(z.regex(/^-?\d{1,40}$/)), z.bigint(), asDigits)

/**
 * An amount that people send: not negative, and at most what `parseMoney` reads. The client's own limit is lower
 * (src/server/http/limit-amounts.ts).
 */
export const sentAmount = z.codec(
  z.string().check(z.regex(/^\d{1,15}$/, 'Enter an amount of up to 15 digits')),
  z.bigint(),
  asDigits,
)

const isAboveZero = (amountMinor: bigint | null) => amountMinor !== null && amountMinor > 0n
const enterAmount = 'Enter an amount above 0'
export const amountAboveZero = sentAmount.check(z.refine(isAboveZero, enterAmount))

/** The same in a form, where an empty field is null. */
export const enteredAmount = z.pipe(
  z.custom<bigint | null>().check(z.refine(isAboveZero, enterAmount)),
  z.custom<bigint>(),
)

/**
 * A whole number within limits: digits in an address, a number in a body. Nothing else is
 * converted: Number() would also accept `null`, `true` and lists, and throw for an object with its own `toString`.
 */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.codec(
    z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.number()], 'Enter a whole number'),
    z.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)),
    { decode: Number, encode: number => number },
  )

/** A boolean; `true` or `false` as text in an address. */
export const flag = z.codec(
  z.union([z.enum(['true', 'false']), z.boolean()], 'Choose true or false'),
  z.boolean(),
  {
    decode: value => value === true || value === 'true',
    encode: value => value,
  },
)

/** The revision of something that is stored, which a change names. */
export const revisionFrom = (minimum: 0 | 1) => z.int().check(z.minimum(minimum), z.maximum(maxInteger))
/** The largest `integer` of the database. */
const maxInteger = 2_147_483_647

/** A number that people read out (fundId, transactionId): digits in addresses, a plain number in the program. */
export const fundId = wholeNumber(minFundId, maxFundId)
/** The same in a body, where it is a number. */
export const fundNumber = z.int().check(z.minimum(minFundId), z.maximum(maxFundId))

/** For a record that names what a command changes. */
export const fewEntries = z.refine<object>(record => Object.keys(record).length <= 10)

export const missingCharity = 'Choose a charity'
/** The id of a charity, such as `US-EIN-470424785`. */
export const charityId = z.string().check(z.minLength(1, missingCharity), z.maxLength(40))

/** The SHA-256 digest of what someone has seen, in hexadecimal digits. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** An address of the portal or of another site, at which the browser goes on. */
export const webAddress = z.string().check(z.regex(/^https?:\/\/\S+$/))

/** The name of a file that is uploaded. */
export const fileName = z.string().check(z.minLength(1), z.maxLength(255))

export const isoDate = z.pipe(
  z.string().check(z.refine(text => asIsoDate(text) !== null, 'Enter a date that exists, as YYYY-MM-DD')),
  z.custom<IsoDate>(),
)

export const currency = z.enum(['USD', 'GBP'])

/** The response of every list (§10): one page of rows, the total count, and the cursor of the next page. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: z.array(row),
    meta: z.object({ total: z.int(), next: z.nullable(z.string()) }),
  })

/** What a list is sorted by: a column's name, after a minus for the reverse. */
export const sortKey = z.string().check(z.regex(/^-?[a-zA-Z]{1,40}$/))

/** What people type to search or filter a list. */
export const maxKeywordsLength = 200
export const searchKeywords = z.string().check(z.maxLength(maxKeywordsLength))

/** The query of every list; `first` limits the page size. */
export const listQuery = {
  first: z._default(wholeNumber(1, 500), 10),
  after: z.optional(z.string().check(z.maxLength(2000))),
  sort: z.optional(sortKey),
  /** §7: the fields of each row, separated by spaces or commas; absent: all. For API users other than our own pages. */
  columns: z.optional(z.string().check(z.maxLength(400))),
  /** §7: skip the browser's cache. Lists are never cached (security-headers.ts), so this changes nothing. */
  cacheStrategy: z.optional(z.literal('network-first')),
}

/** The body of a change (§10): a command with its attributes. */
export const command = <Attributes extends z.ZodMiniType>(attributes: Attributes) =>
  z.object({ data: z.object({ type: z.literal('command'), attributes }) })
