import { getClientContext, getVersion } from '../../../contract/client-context.contract.ts'
import { type Example, example } from './example.ts'

export const pagesExamples: readonly Example[] = [
  example(getClientContext, { needs: 'public', sent: () => ({}) }),
  example(getVersion, { needs: 'public', sent: () => ({}) }),
]
