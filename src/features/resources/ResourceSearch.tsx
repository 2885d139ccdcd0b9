import * as z from 'zod/mini'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { containsAll, searchTerms } from '../../web/content/find-text.ts'
import { Highlighted } from '../../web/content/Highlighted.tsx'
import { useShowView } from '../../web/content/use-show-view.ts'
import { useTyped } from '../../web/content/use-typed.ts'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { SearchField } from '../../web/ui/fields/SearchField.tsx'
import { Chapter } from '../../web/ui/sections/Chapter.tsx'
import { ManagedLink } from '../../web/ui/text/ManagedLink.tsx'
import styles from './Resources.module.css'

type Resource = PublishedContent['resources'][number]

const searchSchema = z.object({ q: optionalParam(z.string()) })

/** The search field and the matching resources by group, in the order of their first resources. */
export function ResourceSearch({ resources }: { resources: readonly Resource[] }) {
  const search = useSearchParams(searchSchema)
  const showView = useShowView()
  const [typed, setTyped] = useTyped(search.q ?? '', text =>
    showView(paths.resources(text.trim() || undefined)),
  )
  const terms = searchTerms(typed)
  const results = resources.filter(({ title, description, group, about }) =>
    containsAll(`${title} ${description} ${group} ${about ?? ''}`, terms),
  )
  if (resources.length === 0)
    return (
      <p className={styles.none}>
        Forms and documents will appear here soon. Until then, please{' '}
        <Link to={paths.contact()}>contact us</Link> for what you need.
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
        {countLabel(results.length, resources.length)}
      </p>
      {results.length === 0 ? (
        <p className={styles.none}>
          No results for “{typed.trim()}”. Try different words or <Link to={paths.contact()}>contact us</Link>
          .
        </p>
      ) : (
        [...new Set(results.map(({ group }) => group))].map(group => (
          <Chapter key={group} heading={group}>
            <ul className={styles.list}>
              {results
                .filter(resource => resource.group === group)
                .map(resource => (
                  <ResourceItem key={resource.name} resource={resource} terms={terms} />
                ))}
            </ul>
          </Chapter>
        ))
      )}
    </>
  )
}

function countLabel(resultCount: number, total: number): string {
  const totalLabel = total === 1 ? '1 form or resource' : `${total} forms and resources`
  return resultCount === total ? totalLabel : `${resultCount} of ${totalLabel}`
}

type ResourceItemProps = {
  resource: Resource
  terms: readonly string[]
}

/** A form, document or link. The type and size of a file are on the right. */
function ResourceItem({ resource, terms }: ResourceItemProps) {
  const { title, description, href, about } = resource
  return (
    <li className={styles.item}>
      <div>
        <ManagedLink href={href}>
          <Highlighted text={title} words={terms} />
        </ManagedLink>
        {description === '' ? null : (
          <p className={styles.description}>
            <Highlighted text={description} words={terms} />
          </p>
        )}
      </div>
      {about === null ? null : <span className={styles.about}>{about}</span>}
    </li>
  )
}
