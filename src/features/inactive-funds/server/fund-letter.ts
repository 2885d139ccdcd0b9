import * as z from 'zod/mini'
import type { Client } from '../../../clients/client.ts'
import { type Block, type Inline, type RichText, richText } from '../../../contract/rich-text.ts'
import { isoDate } from '../../../contract/wire.ts'
import { formatDate } from '../../../domain/dates.ts'

/** A letter to the people of a fund, as it was written. */
const letterSchema = z.object({
  date: isoDate,
  fundId: z.int(),
  accountName: z.string(),
  people: z.array(z.object({ name: z.string(), address: z.array(z.string()) })),
  /** The last day of the term; null where the client makes no default grants. */
  answerBy: z.nullable(isoDate),
  title: z.string(),
  text: richText,
})
export type StoredLetter = z.output<typeof letterSchema>

/** @throws if it is no letter that was stored. */
export const storedLetter = (value: unknown): StoredLetter => z.parse(letterSchema, value)

const words = (text: string): Inline => ({ kind: 'text', text })
const linesOf = (lines: readonly string[]): Block => ({
  kind: 'paragraph',
  children: lines.flatMap((line, index) =>
    index === 0 ? [words(line)] : [{ kind: 'break' } as const, words(line)],
  ),
})

/** The day until which the sponsor waits, as a sentence; none where the client makes no default grants. */
export const answerSentence = (
  { answerBy }: Pick<StoredLetter, 'answerBy'>,
  { locale }: Pick<Client, 'locale'>,
): string[] => (answerBy === null ? [] : [`Please let us know by ${formatDate(answerBy, locale)}.`])

/** The letter as a document: whom it is to, what it is about, and the client’s text. */
export function contentOfLetter(letter: StoredLetter, client: Client): RichText {
  const { people, date, fundId, accountName, text } = letter
  const [first] = people
  const names = people.map(({ name }) => name).join(', ')
  return [
    linesOf([client.displayName, ...client.support.address]),
    linesOf([...(names === '' ? [accountName] : [names]), ...(first?.address ?? [])]),
    linesOf([formatDate(date, client.locale), `${accountName}, Account ID ${fundId}`]),
    ...text,
    ...answerSentence(letter, client).map(sentence => linesOf([sentence])),
  ]
}
