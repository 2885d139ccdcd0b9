import { maxContentNameLength } from '../../../contract/published-content.contract.ts'
import type { ContentFields } from '../domain/content-fields.ts'
import type { addableKinds } from '../domain/content-labels.ts'
import { emptyFields } from './item/field-table.ts'

type AddableKind = (typeof addableKinds)[number]

/** Label and hint of the first field, by kind. */
export const titleLabels = {
  question: {
    label: 'Title or question',
    hint: 'As a reader would ask it, such as “How long does a grant take?”',
  },
  resource: { label: 'Title', hint: 'The name as readers see it in the list' },
  'promo-card': { label: 'Title', hint: 'A short headline for the card' },
  banner: {
    label: 'What is it about?',
    hint: 'The start of the message. You can change it in the next step.',
  },
  deadline: {
    label: 'Contribution',
    hint: 'The kind of contribution, such as “Securities held at another bank”',
  },
} as const satisfies Record<AddableKind, { label: string; hint: string }>

/** The initial fields of a new item, with its title filled in. */
export function initialFieldsOf(kind: AddableKind, title: string): ContentFields {
  switch (kind) {
    case 'question':
      return { ...emptyFields.question, question: title }
    case 'resource':
      return { ...emptyFields.resource, title }
    case 'promo-card':
      return { ...emptyFields['promo-card'], title }
    case 'banner':
      return { ...emptyFields.banner, message: title }
    case 'deadline':
      return { ...emptyFields.deadline, gift: title }
  }
}

/** `How long does a grant take?` → `how-long-does-a-grant-take`. */
export const nameFrom = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxContentNameLength)
    .replaceAll(/^-+|-+$/g, '')
