import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { ContentKind } from '../../../../contract/content-kinds.ts'
import type { Reply } from '../../../../contract/endpoint.ts'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { query } from '../../../../web/api/query.ts'
import { Skeleton } from '../../../../web/ui/progress/Skeleton.tsx'
import { VisuallyHidden } from '../../../../web/ui/text/VisuallyHidden.tsx'
import { compareContent } from '../../editing.contract.ts'
import { labelOf } from '../item/field-table.ts'
import styles from './Versions.module.css'

type DifferencesProps = { params: { kind: ContentKind; name: string }; from: string; to: string }
type Field = Reply<typeof compareContent>['fields'][number]

const sideLabel = (side: string): string =>
  ({ draft: 'the draft', published: 'the published text', common: 'the default text' })[side] ??
  `version ${side}`

/** A word-by-word comparison. Additions and deletions differ by more than color (WCAG 1.4.1). */
export function Differences({ params, from, to }: DifferencesProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useQuery({ ...query(compareContent, { params, query: { from, to } }), staleTime: 0 })
  // Moves the focus to a comparison that was opened on this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: refocus for each comparison
  useEffect(() => heading.current?.focus({ preventScroll: false }), [from, to])
  const changed = found.data?.fields.filter(({ isChanged }) => isChanged) ?? []
  const same = found.data?.fields.filter(({ isChanged }) => !isChanged) ?? []
  return (
    <section aria-labelledby={headingId} className={styles.differences}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        From {sideLabel(from)} to {sideLabel(to)}
      </h2>
      {found.isLoadingError ? (
        <LoadFailure what="The comparison" requests={[found]} />
      ) : found.data ? (
        <>
          {changed.length === 0 ? <p>There is no difference.</p> : <Key />}
          {changed.map(field => (
            <div key={field.field}>
              <h3>{labelOf(params.kind, field.field)}</h3>
              <Pieces field={field} />
            </div>
          ))}
          {changed.length > 0 && same.length > 0 ? (
            <p className={styles.note}>
              Unchanged: {same.map(({ field }) => labelOf(params.kind, field)).join(', ')}.
            </p>
          ) : null}
        </>
      ) : (
        <Skeleton shape="text" lines={4} label="Comparing" />
      )}
    </section>
  )
}

function Key() {
  return (
    <p className={styles.note}>
      <ins className={styles.added}>added</ins> is underlined, <del className={styles.removed}>removed</del>{' '}
      is struck through.
    </p>
  )
}

function Pieces({ field: { pieces } }: { field: Field }) {
  return (
    <div className={styles.pieces}>
      {pieces.map(({ kind, text }, place) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces are identified by position
        if (kind === 'same') return <span key={place}>{text}</span>
        const Mark = kind === 'added' ? 'ins' : 'del'
        return (
          <Mark key={place} className={styles[kind]}>
            <VisuallyHidden>{kind === 'added' ? ' added: ' : ' removed: '}</VisuallyHidden>
            {text}
            <VisuallyHidden> end. </VisuallyHidden>
          </Mark>
        )
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </div>
  )
}
