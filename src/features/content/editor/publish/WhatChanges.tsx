import type { ReactNode } from 'react'
import { contentPaths } from '../../../../web/routing/content-paths.ts'
import { Link } from '../../../../web/ui/actions/Link.tsx'
import type { ContentItem, ContentVersion } from '../../editing.contract.ts'
import styles from './Publish.module.css'

type WhatChangesProps = { item: ContentItem; version: ContentVersion; children: ReactNode }

/** A link to the comparison of a version with the published text, if both have text. */
export function WhatChanges({ item, version, children }: WhatChangesProps) {
  if (version.change !== 'text') return null
  if (item.live !== 'own' && item.live !== 'common')
    return <p className={styles.new}>This is new: nothing is published yet.</p>
  return (
    <p className={styles.new}>
      <Link
        to={contentPaths.contentVersions(item.kind, item.name, {
          from: 'published',
          to: String(version.number),
        })}
      >
        {children}
      </Link>
    </p>
  )
}
