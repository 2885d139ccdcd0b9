import { describeFile, listFiles, removeFile, uploadFile } from '../../../features/files/files.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
import { command, type Example, example } from './example.ts'

export const filesExamples: readonly Example[] = [
  example(listFiles, { needs: 'CONTENT_EDIT', sent: () => ({}), contains: ({ book }) => `${book}-oak.png` }),
  example(uploadFile, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { name: 'elm.png' }, upload: pngOf(4, 3) }),
    contains: () => 'elm.png',
  }),
  example(describeFile, {
    needs: 'CONTENT_EDIT',
    sent: ({ fileId }) => ({ params: { fileId }, body: command({ alt: 'An oak' }) }),
    contains: () => 'An oak',
  }),
  example(removeFile, {
    needs: 'CONTENT_EDIT',
    sent: async about => ({ params: { fileId: await about.freshFile() } }),
  }),
]
