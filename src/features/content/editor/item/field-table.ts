import type { ContentKind } from '../../../../contract/content-kinds.ts'
import type { ContentFields, FieldsOf } from '../../domain/content-fields.ts'

/** The control of a field. */
type FieldControl =
  | { control: 'line' }
  | { control: 'markdown'; lines: number }
  /** A line that suggests existing values. */
  | { control: 'suggested'; from: 'promoGroups' | 'topics' | 'resourceGroups' }
  | { control: 'order' }
  | { control: 'date' }
  | { control: 'tick' }
  | { control: 'address'; files: 'all' | 'pdf' }
  | { control: 'picture'; altField: string }
  | { control: 'choice'; choices: readonly { value: string; text: string }[] }

export type FieldSpec = FieldControl & { label: string; hint?: string; isShort?: boolean }

type Specs<K extends ContentKind> = { [F in Exclude<keyof FieldsOf<K>, 'kind'>]: FieldSpec | null }

const order = {
  control: 'order',
  label: 'Order',
  hint: 'A whole number; lower numbers come first',
} as const satisfies FieldSpec

const template = {
  none: 'The text below',
  'giving-season': 'Standard message: Giving Season Deadlines',
} as const

/**
 * The fields of each kind in the order of the form. Null: another field's control edits it, too.
 */
const fieldTable = {
  block: {
    title: { control: 'line', label: 'Title', hint: 'Optional. Some places show it as a heading.' },
    body: { control: 'markdown', label: 'Text', lines: 14 },
  },
  'promo-card': {
    title: { control: 'line', label: 'Title' },
    body: { control: 'markdown', label: 'Text', lines: 5 },
    image: { control: 'picture', label: 'Picture', altField: 'imageAlt' },
    imageAlt: null,
    linkText: { control: 'line', label: 'Link text', hint: 'For no link, leave this and the address empty.' },
    linkHref: { control: 'address', label: 'Link address', files: 'all' },
    group: {
      control: 'suggested',
      from: 'promoGroups',
      label: 'Group',
      hint: 'The promo-card ID of the pages that show it. Pages without their own use resource-card.',
    },
    index: order,
  },
  banner: {
    template: {
      control: 'choice',
      label: 'Message',
      choices: Object.entries(template).map(([value, text]) => ({ value, text })),
    },
    message: { control: 'markdown', label: 'Text', lines: 4 },
    design: {
      control: 'choice',
      label: 'Design',
      choices: [
        { value: 'information', text: 'Information' },
        { value: 'success', text: 'Good news' },
        { value: 'caution', text: 'Caution' },
        { value: 'danger', text: 'Urgent' },
      ],
    },
    audience: {
      control: 'choice',
      label: 'Who sees it',
      choices: [
        { value: 'everyone', text: 'Everyone' },
        { value: 'signed-in', text: 'Logged-in users' },
        { value: 'visitors', text: 'Visitors who aren’t logged in' },
      ],
    },
    dismissable: { control: 'tick', label: 'Readers can close it' },
    index: order,
  },
  question: {
    question: { control: 'line', label: 'Question' },
    answer: { control: 'markdown', label: 'Answer', lines: 10 },
    topic: { control: 'suggested', from: 'topics', label: 'Topic' },
    index: order,
  },
  deadline: {
    gift: {
      control: 'line',
      label: 'Contribution',
      hint: 'The kind of contribution, such as securities held at another bank',
    },
    on: { control: 'date', label: 'Last day' },
    note: { control: 'markdown', label: 'Note', lines: 4 },
  },
  resource: {
    title: { control: 'line', label: 'Title' },
    description: { control: 'line', label: 'Description' },
    href: {
      control: 'address',
      label: 'Address',
      hint: 'One of your files, a page of this site such as /faq, or an https:// address',
      files: 'pdf',
    },
    group: { control: 'suggested', from: 'resourceGroups', label: 'Group' },
    index: order,
  },
} as const satisfies { [K in ContentKind]: Specs<K> }

/** The fields of a kind as a list, for a form that renders any kind. */
export function fieldsOf(kind: ContentKind): [name: string, spec: FieldSpec][] {
  return Object.entries<FieldSpec | null>(fieldTable[kind]).filter(
    (entry): entry is [string, FieldSpec] => entry[1] !== null,
  )
}

/** The label of a field. */
export function labelOf(kind: ContentKind, field: string): string {
  if (field === 'imageAlt') return 'Picture description'
  const spec = fieldsOf(kind).find(([name]) => name === field)
  return spec?.[1].label ?? field
}

/** The empty fields of each kind. */
export const emptyFields = {
  block: { kind: 'block', title: '', body: '' },
  'promo-card': {
    kind: 'promo-card',
    group: 'resource-card',
    index: 100,
    title: '',
    body: '',
    linkText: '',
    linkHref: '',
    image: '',
    imageAlt: '',
  },
  banner: {
    kind: 'banner',
    message: '',
    template: null,
    design: 'information',
    dismissable: true,
    index: 100,
    audience: 'everyone',
  },
  question: { kind: 'question', topic: '', index: 100, question: '', answer: '' },
  deadline: { kind: 'deadline', gift: '', on: '', note: '' },
  resource: { kind: 'resource', group: '', index: 100, title: '', description: '', href: '' },
} as const satisfies { [K in ContentKind]: FieldsOf<K> } satisfies Record<ContentKind, ContentFields>
