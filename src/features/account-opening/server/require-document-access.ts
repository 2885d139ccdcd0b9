import { Problem } from '../../../contract/problems.ts'
import type { VisibleApplication } from './find-application.ts'

/** Only the starter and the reviewers may open supporting documents: other signers must not see a co-donor's passport. */
export function requireDocumentAccess({ isStarter, isReviewer }: VisibleApplication): void {
  if (!isStarter && !isReviewer) throw new Problem('not-found')
}
