import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { holdsAll } from '../../web/content/find-text.ts'
import { plainTextOf } from '../../web/ui/text/plain-text.ts'

export type Question = PublishedContent['questions'][number]
/** What the address says: the words searched for, a topic, and (after #) the question to open. */
export type FaqView = { typed: string; topic: string | null }

/** Reads an address; a topic that is not there is none. */
export function faqView(
  search: { q?: string | undefined; topic?: string | undefined },
  questions: readonly Question[],
): FaqView {
  const topic = questions.find(question => question.topic === search.topic)?.topic ?? null
  return { typed: search.q ?? '', topic }
}

/** The topics in the order in which the questions bring them up. */
export function topicsOf(questions: readonly Question[]): string[] {
  return [...new Set(questions.map(({ topic }) => topic))]
}

/** The questions of a topic that hold every word, in the question or in the answer. */
export function findQuestions(
  questions: readonly Question[],
  { words, topic }: { words: readonly string[]; topic: string | null },
): Question[] {
  return questions.filter(
    each =>
      (topic === null || each.topic === topic) &&
      holdsAll(`${each.question} ${plainTextOf(each.answer)}`, words),
  )
}
