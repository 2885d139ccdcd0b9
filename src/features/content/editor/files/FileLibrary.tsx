import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../../../web/api/LoadFailure.tsx'
import { query } from '../../../../web/api/query.ts'
import { useDebounced } from '../../../../web/api/use-debounced.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { SearchField } from '../../../../web/ui/fields/SearchField.tsx'
import { Skeleton } from '../../../../web/ui/progress/Skeleton.tsx'
import { listFiles, type ManagedFile } from '../../../files/files.contract.ts'
import { FileCard } from './FileCard.tsx'
import styles from './Files.module.css'
import type { FileKind } from './file-choice.ts'

type FileLibraryProps = {
  kind: FileKind
  /** Present when choosing a file; otherwise each file can be edited and removed. */
  onChoose?: (file: ManagedFile) => void
}

const perPage = 50
const searchDebounceMs = 400

/** The client's pictures and documents, newest first. */
export function FileLibrary({ kind, onChoose }: FileLibraryProps) {
  const [typed, setTyped] = useState('')
  const [first, setFirst] = useState(perPage)
  const keywords = useDebounced(typed.trim(), searchDebounceMs)
  const files = useQuery({
    ...query(listFiles, { query: { first, kind, keywords } }),
    placeholderData: keepPreviousData,
  })
  if (files.isLoadingError) return <LoadFailure what="The files" requests={[files]} />
  if (!files.data) return <Skeleton shape="table" lines={4} label="Loading the files" />
  const { data, meta } = files.data
  return (
    <section aria-label="Files" aria-busy={files.isPlaceholderData}>
      {meta.total === 0 && keywords === '' ? null : (
        <SearchField
          label="Search names and descriptions"
          name="fileKeywords"
          value={typed}
          onChange={setTyped}
        />
      )}
      <p className={styles.note} role="status">
        {countLabel(data.length, meta.total, keywords)}
      </p>
      <ul className={styles.files}>
        {data.map(file => (
          <li key={file.fileId}>
            <FileCard file={file} {...(onChoose ? { onChoose } : {})} />
          </li>
        ))}
      </ul>
      {meta.next === null ? null : (
        <Button isPending={files.isPlaceholderData} pendingText="Loading..." onPress={() => setFirst(200)}>
          Show more
        </Button>
      )}
    </section>
  )
}

function countLabel(shown: number, total: number, keywords: string): string {
  if (total === 0) return keywords === '' ? 'No files uploaded yet' : 'No files match your search'
  return shown < total
    ? `Showing the newest ${shown} of ${total} files`
    : total === 1
      ? '1 file'
      : `${total} files`
}
