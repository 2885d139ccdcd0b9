/** What editors keep (open-points 7, /content): each item is of one kind and has a name that is its own within the kind. */
export const contentKinds = ['block', 'promo-card', 'banner', 'question', 'deadline', 'resource'] as const
export type ContentKind = (typeof contentKinds)[number]

/**
 * The blocks: texts that have one place each. A screen asks for them by name, so the list is fixed here; of the other kinds
 * editors add as many as they need.
 */
export const blockNames = {
  'home-visitor': 'Home, before logging in',
  'home-member': 'Home, logged in: below the greeting',
  'giving-season-header': 'Giving Season: above the sections',
  'giving-season-contributions': 'Giving Season: Contribution Deadlines, under the table',
  'giving-season-grants': 'Giving Season: Grant Guidelines',
  'giving-season-help': "Giving Season: 'Need Help?', with the holiday hours",
  'resources-intro': 'Forms/Resources: above the list',
  'faq-intro': 'Frequently Asked Questions: above the search',
  'contact-intro': 'Contact: above the form',
  'giving-guide': 'The giving guide',
  'statement-guide': 'PDF: A Guide to Reading Your Donor-Advised Fund Statement',
  'account-opening-guide': 'PDF: opening an account',
  'footer-disclaimer': 'Footer: disclaimer',
  terms: 'Terms of use',
  privacy: 'Privacy notice',
} as const satisfies Record<string, string>
export type BlockName = keyof typeof blockNames

/** What a screen, or the frame around all of them, shows of the managed content. */
export const contentPlaces = {
  /** With every page, inside index.html: what the frame shows before anything is fetched. */
  shell: { blocks: ['footer-disclaimer'], kinds: ['banner'] },
  home: { blocks: ['home-visitor', 'home-member'], kinds: [] },
  'giving-season': {
    blocks: [
      'giving-season-header',
      'giving-season-contributions',
      'giving-season-grants',
      'giving-season-help',
    ],
    kinds: ['deadline'],
  },
  resources: { blocks: ['resources-intro'], kinds: ['resource'] },
  faq: { blocks: ['faq-intro'], kinds: ['question'] },
  contact: { blocks: ['contact-intro'], kinds: [] },
  givingpoint: { blocks: ['giving-guide'], kinds: [] },
  terms: { blocks: ['terms', 'privacy'], kinds: [] },
  promo: { blocks: [], kinds: ['promo-card'] },
} as const satisfies Record<string, { blocks: readonly BlockName[]; kinds: readonly ContentKind[] }>
export type ContentPlace = keyof typeof contentPlaces

/** The group of promo cards that a route without one of its own shows (§2.5). */
export const defaultPromoGroup = 'resource-card'
