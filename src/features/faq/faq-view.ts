import * as z from 'zod/mini'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { containsAll } from '../../web/content/find-text.ts'
import { optionalParam } from '../../web/routing/search-params.ts'
import { plainTextOf } from '../../web/ui/text/plain-text.ts'

export type Question = PublishedContent['questions'][number]
/** The view in the address: the search text and a topic. */
type FaqView = { typed: string; topic: string | null }

export const faqSearch = z.object({ q: optionalParam(z.string()), topic: optionalParam(z.string()) })

/** Reads the view from an address. An unknown topic is ignored. */
export function faqView(search: z.infer<typeof faqSearch>, questions: readonly Question[]): FaqView {
  const topic = questions.find(question => question.topic === search.topic)?.topic ?? null
  return { typed: search.q ?? '', topic }
}

/** The topics in the order of their first questions. */
export function topicsOf(questions: readonly Question[]): string[] {
  return [...new Set(questions.map(({ topic }) => topic))]
}

/** The questions of a topic whose question or answer contains every search term. */
export function findQuestions(
  questions: readonly Question[],
  { terms, topic }: { terms: readonly string[]; topic: string | null },
): Question[] {
  return questions.filter(
    question =>
      (topic === null || question.topic === topic) &&
      containsAll(`${question.question} ${plainTextOf(question.answer)}`, terms),
  )
}
