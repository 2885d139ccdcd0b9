import { useLocation } from '@tanstack/react-router'
import { clientContext } from '../../web/client-context/client-context.ts'
import { searchTerms } from '../../web/content/find-text.ts'
import { useShowView } from '../../web/content/use-show-view.ts'
import { useTyped } from '../../web/content/use-typed.ts'
import { paths } from '../../web/routing/paths.ts'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { ChoiceBar } from '../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import styles from './Faq.module.css'
import { FaqTopics } from './FaqTopics.tsx'
import { faqSearch, faqView, findQuestions, type Question, topicsOf } from './faq-view.ts'

const allTopics = ''

/** The search field, the topics, and the matching questions. */
export function FaqSearch({ questions }: { questions: readonly Question[] }) {
  const view = faqView(useSearchParams(faqSearch), questions)
  const linkedName = useLocation({ select: location => location.hash })
  const showView = useShowView()
  const show = (next: { typed?: string; topic?: string | null }) => {
    const { typed: q, topic } = { ...view, ...next }
    showView(paths.faq({ q: q.trim() || undefined, topic: topic ?? undefined }))
  }
  const [typed, setTyped] = useTyped(view.typed, text => show({ typed: text }))
  const terms = searchTerms(typed)
  const results = findQuestions(questions, { terms, topic: view.topic })
  const topics = topicsOf(questions)
  if (questions.length === 0) return <NoAnswer searchText="" />
  return (
    <>
      <search className={styles.search}>
        <SearchField label="Search FAQs" name="faq-search" value={typed} onChange={setTyped} />
      </search>
      {topics.length < 2 ? null : (
        <ChoiceBar
          label="Topic"
          choices={[
            { value: allTopics, text: 'All topics' },
            ...topics.map(topic => ({ value: topic, text: topic })),
          ]}
          value={view.topic ?? allTopics}
          onChange={topic => show({ typed, topic: topic === allTopics ? null : topic })}
        />
      )}
      <p role="status" className={styles.count}>
        {countLabel(results.length, terms.length > 0)}
      </p>
      {results.length === 0 ? (
        <NoAnswer searchText={typed.trim()} />
      ) : (
        <FaqTopics questions={results} terms={terms} linkedName={linkedName} />
      )}
    </>
  )
}

function countLabel(count: number, isSearch: boolean): string {
  if (count === 0) return 'No results'
  const questions = count === 1 ? '1 question' : `${count} questions`
  return isSearch ? `${questions} found` : questions
}

/** Shown without results: how to contact support. */
function NoAnswer({ searchText }: { searchText: string }) {
  const { support } = clientContext().clientSettings
  return (
    <div className={styles.none}>
      <p>
        {searchText === ''
          ? 'No questions have been published yet.'
          : `No results for “${searchText}”. Try fewer or different words.`}
      </p>
      <p>
        You can also <Link to={paths.contact()}>contact us</Link> or call {support.phone}.
      </p>
    </div>
  )
}
