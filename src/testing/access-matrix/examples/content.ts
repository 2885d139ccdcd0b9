import { randomUUID } from 'node:crypto'
import { getContent } from '../../../contract/published-content.contract.ts'
import {
  approveContent,
  compareContent,
  createContentItem,
  declineContent,
  discardContentDraft,
  exportContentItems,
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
import { type ContentState, exampleQuestion } from '../../factories/make-content.ts'
import type { Subject } from '../fixture.ts'
import { command, type Example, example } from './example.ts'

/** Names a version of a new item in this state; commands about versions send nothing else. */
const version = (state: ContentState) => async (about: Subject) => {
  const { kind, name, number } = await about.freshContent(state)
  return { params: { kind, name, number }, body: command({}) }
}

export const contentExamples: readonly Example[] = [
  example(getContent, {
    needs: 'public',
    sent: () => ({ params: { place: 'faq' as const } }),
    contains: () => 'what-is-a-daf',
  }),
  example(getEditorPermissions, { needs: 'CONTENT_EDIT', sent: () => ({}), contains: () => 'minimumGrant' }),
  example(listContentItems, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { keywords: 'donor-advised fund?' } }),
    contains: () => 'what-is-a-daf',
  }),
  example(exportContentItems, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ query: { format: 'csv' as const, keywords: 'donor-advised fund?' } }),
    contains: () => 'What is a donor-advised fund?',
  }),
  example(getContentItem, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent()
      return { params: { kind, name } }
    },
    contains: () => 'May I ask something?',
  }),
  example(createContentItem, {
    needs: 'CONTENT_EDIT',
    sent: () => ({ body: command({ name: `matrix-${randomUUID()}`, fields: exampleQuestion() }) }),
    contains: () => 'May I ask something?',
  }),
  example(saveContentDraft, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, revision } = await about.freshContent()
      return {
        params: { kind, name },
        body: command({ revision, fields: exampleQuestion({ answer: 'Yes.' }) }),
      }
    },
    contains: () => 'Yes.',
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
    sent: () => ({ body: command({ name: 'new-one', fields: exampleQuestion({ answer: 'A preview.' }) }) }),
    contains: () => 'A preview.',
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
    contains: () => 'May I ask something?',
  }),
  example(listContentVersions, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent('published')
      return { params: { kind, name } }
    },
    contains: () => 'published',
  }),
  example(compareContent, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name } = await about.freshContent('published')
      return { params: { kind, name }, query: { from: '1', to: 'published' as const } }
    },
    contains: () => 'same',
  }),
  example(approveContent, {
    needs: 'CONTENT_PUBLISH',
    sent: version('awaiting'),
    contains: () => 'May I ask something?',
  }),
  example(declineContent, {
    needs: 'CONTENT_PUBLISH',
    sent: async about => {
      const { kind, name, number } = await about.freshContent('awaiting')
      return { params: { kind, name, number }, body: command({ reason: 'Too short' }) }
    },
    contains: () => 'Too short',
  }),
  example(withdrawContent, { needs: 'CONTENT_EDIT', sent: version('awaiting'), contains: () => 'draft' }),
  example(unscheduleContent, {
    needs: 'CONTENT_PUBLISH',
    sent: version('scheduled'),
    contains: () => 'draft',
  }),
  example(restoreContentVersion, {
    needs: 'CONTENT_EDIT',
    sent: async about => {
      const { kind, name, number, revision } = await about.freshContent('published')
      return { params: { kind, name, number }, body: command({ revision }) }
    },
    contains: () => 'draft',
  }),
]
