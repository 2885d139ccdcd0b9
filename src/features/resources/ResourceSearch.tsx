import { useSearch } from '@tanstack/react-router'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { holdsAll, wordsTyped } from '../../web/content/find-text.ts'
import { useShowView } from '../../web/content/use-show-view.ts'
import { useTyped } from '../../web/content/use-typed.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { Chapter } from '../../web/ui/sections/Chapter.tsx'
import { ResourceItem } from './ResourceItem.tsx'
import styles from './Resources.module.css'

type Resource = PublishedContent['resources'][number]

/** The groups in the order in which their resources come. */
export function ResourceSearch({ resources }: { resources: readonly Resource[] }) {
  const search = useSearch({ strict: false }) as { q?: string }
  const showView = useShowView()
  const [typed, setTyped] = useTyped(search.q ?? '', text =>
    showView(paths.resources(text.trim() || undefined)),
  )
  const words = wordsTyped(typed)
  const found = resources.filter(({ title, description, group, about }) =>
    holdsAll(`${title} ${description} ${group} ${about ?? ''}`, words),
  )
  if (resources.length === 0)
    return (
      <p className={styles.none}>
        Forms and documents will be here once they are published. Until then, please{' '}
        <Link to={paths.contact()}>ask us</Link> for what you need.
      </p>
    )
  return (
    <>
      <search className={styles.search}>
        <SearchField
          label="Search forms and resources"
          name="resource-search"
          value={typed}
          onChange={setTyped}
        />
      </search>
      <p role="status" className={styles.count}>
        {countLabel(found.length, resources.length)}
      </p>
      {found.length === 0 ? (
        <p className={styles.none}>
          Nothing here holds “{typed.trim()}”. Please try other words, or{' '}
          <Link to={paths.contact()}>ask us</Link>.
        </p>
      ) : (
        [...new Set(found.map(({ group }) => group))].map(group => (
          <Chapter key={group} heading={group}>
            <ul className={styles.list}>
              {found
                .filter(resource => resource.group === group)
                .map(resource => (
                  <ResourceItem key={resource.name} resource={resource} words={words} />
                ))}
            </ul>
          </Chapter>
        ))
      )}
    </>
  )
}

function countLabel(found: number, all: number): string {
  const things = all === 1 ? '1 form or resource' : `${all} forms and resources`
  return found === all ? things : `${found} of ${things}`
}
