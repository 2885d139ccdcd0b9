import type { ContentPlace } from '../../../../contract/content-kinds.ts'
import { paths } from '../../../../web/routing/paths.ts'
import type { ContentFields } from '../../domain/content-fields.ts'

/** The address that shows the content of each place best. */
const screenOfPlace = {
  // Shell and promo strip appear on many screens; this one has little else and is open to everyone.
  shell: paths.faq(),
  promo: paths.resources(),
  home: paths.home(),
  'giving-season': paths.givingSeason(['contributions', 'grants', 'help']),
  resources: paths.resources(),
  faq: paths.faq(),
  contact: paths.contact(),
  givingpoint: paths.givingGuide(),
  terms: paths.terms(),
} as const satisfies Record<ContentPlace, string>

/** The address that shows an item. A question has its own, which opens it. */
export function screenOf(place: ContentPlace, fields: ContentFields, name: string): string {
  return fields.kind === 'question' ? paths.faq({ question: name }) : screenOfPlace[place]
}

/** Who the preview is rendered for: visitors if only they see the item. */
export function viewerOf(fields: ContentFields, name: string): 'visitor' | 'signed-in' {
  if (fields.kind === 'banner' && fields.audience === 'visitors') return 'visitor'
  if (fields.kind === 'block' && name === 'home-visitor') return 'visitor'
  return 'signed-in'
}

/** Whether the item is at the foot of the page, which loads only on scrolling near it. */
export const isBelow = (fields: ContentFields, name: string): boolean =>
  fields.kind === 'promo-card' || name === 'footer-disclaimer'
