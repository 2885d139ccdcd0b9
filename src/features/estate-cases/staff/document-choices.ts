import type { Reply } from '../../../contract/endpoint.ts'
import type { CaseBrief } from '../estate-cases.contract.ts'
import type { getCaseFacts } from '../open-case.contract.ts'

/** The documents of an account on which a case can rest: for a death, its death certificates. */
export const documentChoices = (
  kind: CaseBrief['kind'],
  documents: Reply<typeof getCaseFacts>['documents'],
): { value: string; text: string }[] =>
  documents
    .filter(({ type }) => kind !== 'death' || type === 'death-certificate')
    .map(({ documentId, name }) => ({ value: documentId, text: name }))
