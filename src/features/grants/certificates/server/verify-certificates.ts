import { createHash } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson, type Json } from '../../../../domain/canonical-json.ts'

export type CertificatesReport = {
  certificates: number
  /** Those with the reasons and the screening. */
  withInternal: number
  /** The last one. */
  head: { book: string; number: bigint; digest: string } | null
  /** Whether the file has each certificate of the book from the first to the last. */
  isWhole: boolean
  /** The first fault; null: none. */
  finding: string | null
}

/** Longer lines than the database stores. */
const maxLineLength = 2_000_000

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const line = z.strictObject({
  certificate: z.looseObject({
    book: z.string(),
    number: z.string().regex(/^[1-9]\d{0,17}$/),
    previous: digest,
    record: z.looseObject({ internalDigest: digest }),
  }),
  digest,
  internal: z.looseObject({ salt: z.string() }).optional(),
})

/** The lines of a file. Only a line feed ends one: names may contain what other readers take for an end. */
export async function* linesOfText(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const part of parts) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    // It is no certificate, so the rest of the file need not be read.
    if (rest.length > maxLineLength) break
  }
  if (rest !== '') yield rest
}

export const digestOfJson = (value: Json): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex')

/** The previous digest of a book's first certificate. */
const noPrevious = '0'.repeat(64)

class Fault extends Error {}

type Checked = { book: string; number: bigint; previous: string; digest: string; hasInternal: boolean }

/**
 * Verifies the lines of a file of certificates, from one grant or from a whole book, without a database: the form, each digest, and that
 * each names the one before it, where the file has that.
 */
export async function verifyCertificates(lines: AsyncIterable<string>): Promise<CertificatesReport> {
  const report: CertificatesReport = {
    certificates: 0,
    withInternal: 0,
    head: null,
    isWhole: true,
    finding: null,
  }
  try {
    for await (const text of lines) {
      const place = `line ${report.certificates + 1}`
      const checked = checkLine(text, place)
      report.isWhole = follows(report.head, checked, place) && report.isWhole
      report.head = { book: checked.book, number: checked.number, digest: checked.digest }
      report.certificates += 1
      report.withInternal += checked.hasInternal ? 1 : 0
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    report.finding = error.message
  }
  report.isWhole &&= report.certificates > 0 && report.finding === null
  return report
}

function checkLine(text: string, place: string): Checked {
  const json = parse(text)
  if (json === null) throw new Fault(`${place} is not a certificate`)
  const { data } = line.safeParse(json)
  if (!data) throw new Fault(`${place} is not a certificate`)
  const { certificate, internal } = data
  // Both were parsed from JSON.
  const [whole, inside] = [certificate as Json, internal as Json | undefined]
  if (digestOfJson(whole) !== data.digest)
    throw new Fault(`${place}, certificate ${certificate.number}, does not match its digest`)
  if (inside !== undefined && digestOfJson(inside) !== certificate.record.internalDigest)
    throw new Fault(`${place}, certificate ${certificate.number}, has another internal part than it had`)
  return {
    ...{ book: certificate.book, number: BigInt(certificate.number), previous: certificate.previous },
    ...{ digest: data.digest, hasInternal: internal !== undefined },
  }
}

/** Null for what is no JSON in its canonical form, as after a change of one byte. */
function parse(text: string): Json | null {
  if (text.length > maxLineLength) return null
  try {
    // JSON.parse returns nothing else.
    const json = JSON.parse(text) as Json
    return canonicalJson(json) === text ? json : null
  } catch {
    return null
  }
}

/** Whether a certificate is the next of its book. Throws a Fault if it names another predecessor, or comes before one of the file. */
function follows(head: CertificatesReport['head'], next: Checked, place: string): boolean {
  if (head && head.book !== next.book) throw new Fault(`${place} is of another book`)
  if (head && next.number <= head.number)
    throw new Fault(`${place}, certificate ${next.number}, is after certificate ${head.number}`)
  const isNext = next.number === (head?.number ?? 0n) + 1n
  if (isNext && next.previous !== (head?.digest ?? noPrevious))
    throw new Fault(`${place}, certificate ${next.number}, does not follow the one before it`)
  return isNext
}
