import { blockNames, type ContentKind } from '../../../contract/content-kinds.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'

/** Labels and description of each kind. */
export const kindLabels = {
  block: { one: 'Text', many: 'Texts', about: 'Text in a fixed place on a page' },
  'promo-card': {
    one: 'Promo card',
    many: 'Promo cards',
    about: 'A card in the Giving Resources strip, with an optional picture and link',
  },
  banner: { one: 'Banner', many: 'Banners', about: 'A message across the top of every page' },
  question: {
    one: 'Question',
    many: 'Questions',
    about: 'A question and its answer in the Frequently Asked Questions',
  },
  deadline: {
    one: 'Deadline',
    many: 'Deadlines',
    about: 'A kind of contribution and its deadline, in the Giving Season table',
  },
  resource: {
    one: 'Resource',
    many: 'Resources',
    about: 'An entry of Forms/Resources: a document or a link',
  },
} as const satisfies Record<ContentKind, { one: string; many: string; about: string }>

/** The kinds that editors can add. Blocks are fixed because each has one place. */
export const addableKinds = ['question', 'resource', 'promo-card', 'banner', 'deadline'] as const

/** Labels for what visitors see now. */
export const liveLabels = {
  own: { text: 'Published', style: 'done' },
  common: { text: 'Default text', style: 'ended' },
  hidden: { text: 'Hidden', style: 'ended' },
  nothing: { text: 'Not published', style: 'ended' },
} as const satisfies Record<string, { text: string; style: StatusSign }>

/** Labels for pending work. */
export const workLabels = {
  awaiting: { text: 'Awaiting approval', style: 'waiting' },
  declined: { text: 'Declined', style: 'waiting' },
  scheduled: { text: 'Scheduled', style: 'in-progress' },
  draft: { text: 'Draft', style: 'in-progress' },
} as const satisfies Record<string, { text: string; style: StatusSign }>

type Titled = { kind: ContentKind; name: string; title: string }

/** The heading of an item. A block goes by its place because its title may be empty or not unique. */
export function titleOf({ kind, name, title }: Titled): string {
  // `in`, which narrows no type, has found the name.
  if (kind === 'block' && name in blockNames) return blockNames[name as keyof typeof blockNames]
  return title.trim() === '' ? name : title
}

/** The line below the heading: a block's title, or the place of anything else. */
export function subtitleOf(item: Titled & { shownAt: string }): string {
  if (item.kind !== 'block') return item.shownAt
  return titleOf(item).includes(item.title) ? '' : item.title
}

type Person = { name: string; isYou: boolean }
export const nameOf = ({ name, isYou }: Person): string => (isYou ? 'you' : name)
