import { Problem } from '../../../../contract/problems.ts'
import { lockStoredFiles } from '../../../files/server/files.queries.ts'
import { filesOfFields, problemsOfFiles } from '../../domain/check-fields.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { EditorSession } from './editor-session.ts'

/**
 * Locks the files that the fields link to until the transaction ends, so that none is removed while a version is submitted: a
 * removal waits and then finds the version (features/files/server/file-use.queries.ts).
 * @throws `validation`, by field, for a file that was removed.
 */
export async function lockFiles({ realmDb, client }: EditorSession, fields: ContentFields): Promise<void> {
  const fileIds = new Set(filesOfFields(fields).map(({ fileId }) => fileId))
  const errors = problemsOfFiles(fields, await lockStoredFiles(realmDb, client.name, [...fileIds]))
  if (Object.keys(errors).length > 0) throw new Problem('validation', { errors })
}
