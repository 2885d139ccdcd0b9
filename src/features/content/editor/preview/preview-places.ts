import type { ContentPlace } from '../../../../contract/content-kinds.ts'
import { paths } from '../../../../web/routing/paths.ts'
import type { ContentFields } from '../../domain/content-fields.ts'

/** Where the words of each place are seen best. */
const screenOfPlace = {
  // Frame and strip stand around every screen: one that holds little else, for anybody.
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

/** The address at which an item is seen; a question's own, which opens it. */
export function screenOf(place: ContentPlace, fields: ContentFields, name: string): string {
  return fields.kind === 'question' ? paths.faq({ question: name }) : screenOfPlace[place]
}

/** Whom an item is for, where it is not for everybody: the picture is then what they see. */
export function viewerOf(fields: ContentFields, name: string): 'visitor' | 'signed-in' {
  if (fields.kind === 'banner' && fields.audience === 'visitors') return 'visitor'
  if (fields.kind === 'block' && name === 'home-visitor') return 'visitor'
  return 'signed-in'
}

/** What stands at the foot of every page, and of what is fetched only when somebody comes near it. */
export const isBelow = (fields: ContentFields, name: string): boolean =>
  fields.kind === 'promo-card' || name === 'footer-disclaimer'
