import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type ContentKind, contentKinds } from '../../../../contract/content-kinds.ts'
import { call } from '../../../../web/api/call.ts'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { query } from '../../../../web/api/query.ts'
import { contentPaths } from '../../../../web/routing/content-paths.ts'
import { useSession } from '../../../../web/session/session.ts'
import { Link } from '../../../../web/ui/actions/Link.tsx'
import { titleOf } from '../../domain/content-labels.ts'
import { type ContentItem, getContentItem, previewContent } from '../../editing.contract.ts'
import styles from './DraftInPlace.module.css'
import { createDraftQueries } from './draft-queries.ts'

type DraftInPlaceProps = { itemParam: string; children: ReactNode }

/**
 * 'See it in place': the real portal with an editor's draft in it, and a bar that leads back. Users who are not editors see
 * the published text.
 */
export function DraftInPlace({ itemParam, children }: DraftInPlaceProps) {
  const item = itemOf(itemParam)
  const session = useSession()
  const isEditor = session.state === 'signed-in' && session.facts.scope.includes('cms_access')
  return item && isEditor ? (
    <WithDraft key={itemParam} {...item}>
      {children}
    </WithDraft>
  ) : (
    children
  )
}

function WithDraft({ kind, name, children }: { kind: ContentKind; name: string; children: ReactNode }) {
  const [draft] = useState(createDraftQueries)
  const item = useQuery({
    ...query(getContentItem, { params: { kind, name } }),
    staleTime: 0,
    throwOnError: false,
  })
  const fields = item.data ? (item.data.draft?.fields ?? item.data.start) : null
  const preview = useQuery({
    queryKey: [previewContent.path, name, fields],
    queryFn: async ({ signal }) => {
      if (fields === null) return null
      return await call(
        previewContent,
        { body: { data: { type: 'command', attributes: { name, fields } } } },
        { signal },
      )
    },
    enabled: fields !== null,
  })
  const previewed = preview.data
  useEffect(() => {
    if (previewed) draft.show(previewed, name)
  }, [draft, previewed, name])
  const failed = item.isLoadingError || preview.isLoadingError
  return (
    <>
      <QueryClientProvider client={draft.client}>{children}</QueryClientProvider>
      <section aria-label="Draft" className={styles.bar}>
        {failed ? (
          <div>
            <LoadFailure what="The draft" requests={[item, preview]} />
            <p>This is what everyone sees.</p>
          </div>
        ) : (
          <p role="status">{barText(item.data)}</p>
        )}
        <Link to={contentPaths.contentItem(kind, name)} look="button">
          Back to the editor
        </Link>
      </section>
    </>
  )
}

function barText(item: ContentItem | undefined): string {
  if (!item) return 'Loading the draft...'
  if (item.awaiting)
    return `This is the version of “${titleOf(item)}” that is awaiting approval. Only editors can see it.`
  return item.draft
    ? `This is the draft of “${titleOf(item)}”. Only editors can see it.`
    : `“${titleOf(item)}” has no draft. This is what everyone sees.`
}

function itemOf(param: string): { kind: ContentKind; name: string } | null {
  const [kind, name] = param.split('.')
  const known = contentKinds.find(each => each === kind)
  return known && name ? { kind: known, name } : null
}
