import { blockNames, type ContentKind } from '../../../contract/content-kinds.ts'
import type { ContentItemSummary } from '../editing.contract.ts'

/** What each kind is called, and what it is for. */
export const kindLabels = {
  block: { one: 'Text', many: 'Texts', about: 'Text in a fixed place on a page.' },
  'promo-card': {
    one: 'Promo card',
    many: 'Promo cards',
    about: 'A card in the Giving Resources strip, with an optional picture and link.',
  },
  banner: { one: 'Banner', many: 'Banners', about: 'A message across the top of every page.' },
  question: {
    one: 'Question',
    many: 'Questions',
    about: 'A question and its answer in the Frequently Asked Questions.',
  },
  deadline: {
    one: 'Deadline',
    many: 'Deadlines',
    about: 'A kind of gift and its deadline, in the Giving Season table.',
  },
  resource: {
    one: 'Resource',
    many: 'Resources',
    about: 'A form, document or link in Forms/Resources.',
  },
} as const satisfies Record<ContentKind, { one: string; many: string; about: string }>

/** Editors add as many as they need of these; the texts that have one place each are fixed. */
export const kindsThatGrow = ['question', 'resource', 'promo-card', 'banner', 'deadline'] as const

export type StateStyle = 'waits' | 'under-way' | 'shown' | 'quiet'

/** What visitors see now. */
export const liveText = {
  own: { text: 'Published', look: 'shown' },
  common: { text: 'Common text', look: 'quiet' },
  hidden: { text: 'Hidden', look: 'quiet' },
  nothing: { text: 'Not published', look: 'quiet' },
} as const satisfies Record<ContentItemSummary['live'], { text: string; look: StateStyle }>

/** What is under way beside it. */
export const workLabels = {
  awaiting: { text: 'Awaiting approval', look: 'waits' },
  declined: { text: 'Declined', look: 'waits' },
  scheduled: { text: 'Scheduled', look: 'under-way' },
  draft: { text: 'Draft', look: 'under-way' },
} as const satisfies Record<ContentItemSummary['work'][number], { text: string; look: StateStyle }>

/** What an item is called: a text by its place, for its title may be the same as another's or none at all. */
export function titleOf({ kind, name, title }: Pick<ContentItemSummary, 'kind' | 'name' | 'title'>): string {
  if (kind === 'block' && name in blockNames) return blockNames[name as keyof typeof blockNames]
  return title.trim() === '' ? name : title
}

/** What stands under it: of a text the title that readers see, of anything else its place. */
export function besideTitle(item: Pick<ContentItemSummary, 'kind' | 'name' | 'title' | 'shownAt'>): string {
  if (item.kind !== 'block') return item.shownAt
  return titleOf(item).includes(item.title) ? '' : item.title
}

type Person = { name: string; isYou: boolean }
export const nameOf = ({ name, isYou }: Person): string => (isYou ? 'you' : name)
