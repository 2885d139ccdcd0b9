import { randomUUID } from 'node:crypto'
import { getContent } from '../../../contract/published-content.contract.ts'
import {
  approveContent,
  compareContent,
  createContentItem,
  declineContent,
  discardContentDraft,
  getContentItem,
  getEditorPermissions,
  listContentItems,
  listContentVersions,
  previewContent,
  restoreContentVersion,
  saveContentDraft,
  submitContent,
  unscheduleContent,
  withdrawContent,
} from '../../../features/content/editing.contract.ts'
import { describeFile, listFiles, removeFile, uploadFile } from '../../../features/files/files.contract.ts'
import { aQuestion, type ContentState } from '../../factories/make-content.ts'
import { pngOf } from '../../factories/make-file.ts'
import type { Subject } from '../fixture.ts'
import { command, type Example, example } from './example.ts'

/** A version of an item in this state; the commands about versions send no more than which. */
const version = (state: ContentState) => async (about: Subject) => {
  const { kind, name, number } = await about.freshContent(state)
  return { params: { kind, name, number }, body: command({}) }
}

export const contentExamples: readonly Example[] = [
  example(getContent, {
    needs: 'public',
    sent: () => ({ params: { place: 'faq' as const } }),
    tells: () => 'what-is-a-daf',
  }),
  example(getEditorPermissions, { needs: 'CONTENT_EDIT', sent: () => ({}), tells: () => 'minimumGrant' }),
  example(listContentItems, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { keywords: 'donor-advised fund?' } }),
    tells: () => 'what-is-a-daf',
  }),
  example(getContentItem, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent()
      return { params: { kind, name } }
    },
    tells: () => 'May I ask something?',
  }),
  example(createContentItem, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ body: command({ name: `walk-${randomUUID()}`, fields: aQuestion() }) }),
    tells: () => 'May I ask something?',
  }),
  example(saveContentDraft, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return { params: { kind, name }, body: command({ revision, fields: aQuestion({ answer: 'Yes.' }) }) }
    },
    tells: () => 'Yes.',
  }),
  example(discardContentDraft, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return { params: { kind, name }, body: command({ revision }) }
    },
  }),
  example(previewContent, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ body: command({ name: 'new-one', fields: aQuestion({ answer: 'Looked at before.' }) }) }),
    tells: () => 'Looked at before.',
  }),
  example(submitContent, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return {
        params: { kind, name },
        body: command({ revision, change: 'text' as const, publishAt: null }),
      }
    },
    tells: () => 'May I ask something?',
  }),
  example(listContentVersions, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent('published')
      return { params: { kind, name } }
    },
    tells: () => 'published',
  }),
  example(compareContent, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent('published')
      return { params: { kind, name }, query: { from: '1', to: 'published' as const } }
    },
    tells: () => 'same',
  }),
  example(approveContent, {
    needs: 'CONTENT_PUBLISH',
    sent: version('awaiting'),
    tells: () => 'May I ask something?',
  }),
  example(declineContent, {
    needs: 'CONTENT_PUBLISH',
    sent: async about => {
      const { kind, name, number } = await about.freshContent('awaiting')
      return { params: { kind, name, number }, body: command({ reason: 'Too short' }) }
    },
    tells: () => 'Too short',
  }),
  example(withdrawContent, { needs: 'CONTENT_EDIT', sent: version('awaiting'), tells: () => 'draft' }),
  example(unscheduleContent, { needs: 'CONTENT_PUBLISH', sent: version('scheduled'), tells: () => 'draft' }),
  example(restoreContentVersion, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, number, revision } = await about.freshContent('published')
      return { params: { kind, name, number }, body: command({ revision }) }
    },
    tells: () => 'draft',
  }),
  example(listFiles, { needs: 'CONTENT_EDIT', sent: () => ({}), tells: ({ book }) => `${book}-oak.png` }),
  example(uploadFile, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { name: 'elm.png' }, upload: pngOf(4, 3) }),
    tells: () => 'elm.png',
  }),
  example(describeFile, {
    needs: 'CONTENT_EDIT',
    sent: async about => ({ params: { fileId: await about.freshFile() }, body: command({ alt: 'An oak' }) }),
    tells: () => 'An oak',
  }),
  example(removeFile, {
    needs: 'CONTENT_EDIT',
    sent: async about => ({ params: { fileId: await about.freshFile() } }),
  }),
]
