/** The kinds of managed content (§17, /content). An item has a kind and a name that is unique within the kind. */
export const contentKinds = ['block', 'promo-card', 'banner', 'question', 'deadline', 'resource'] as const
export type ContentKind = (typeof contentKinds)[number]

/**
 * Blocks are texts with a fixed place. Screens load them by name, so this list is fixed; editors may add any number of the
 * other kinds.
 */
export const blockNames = {
  'home-visitor': 'Home, for visitors',
  'home-member': 'Home, logged in: text under the greeting',
  'giving-season-header': 'Giving Season: above the sections',
  'giving-season-contributions': 'Giving Season: Contribution Deadlines, under the table',
  'giving-season-grants': 'Giving Season: Grant Guidelines',
  'giving-season-help': 'Giving Season: “Need Help?”, with the holiday hours',
  'resources-intro': 'Forms/Resources: above the list',
  'faq-intro': 'Frequently Asked Questions: above the search',
  'contact-intro': 'Contact: above the form',
  'giving-guide': 'The giving guide',
  'statement-guide': 'PDF: A Guide to Reading Your Donor-Advised Fund Statement',
  'account-opening-guide': 'PDF: opening an account',
  'contribution-form': 'PDF: form to send with a contribution',
  'legacy-plan-form': 'PDF: form for the legacy plan',
  'closing-form': 'PDF: form to close a fund',
  'account-application': 'PDF to sign: an application for an account',
  'letter-of-authorization': 'PDF to sign: a contribution by wire or of securities',
  'letter-of-instruction': 'PDF: letter that instructs a custodian to deliver securities',
  'inactive-fund-letter': 'PDF and e-mail: letter about a fund without recent grants',
  'contribute-wire': 'Contribute: by wire',
  'contribute-check': 'Contribute: by check',
  'contribute-securities': 'Contribute: securities from a brokerage account',
  'contribute-fund-shares': 'Contribute: shares of funds',
  'contribute-sponsor': 'Contribute: from another sponsor of donor-advised funds',
  'contribute-other-assets': 'Contribute: other assets, which people talk to us about',
  'gift-agreement': 'PDF to sign: a contribution in cash',
  'footer-disclaimer': 'Footer: disclaimer',
  'electronic-signing': 'Sign Document: what people agree to before they sign',
  'electronic-signing-terms': 'Terms: signing electronically',
  terms: 'Terms of use',
  privacy: 'Privacy notice',
} as const satisfies Record<string, string>
export type BlockName = keyof typeof blockNames

/** The managed content that a screen, or the shell around all screens, shows. */
export const contentPlaces = {
  /** Sent within index.html, so that the shell can show it at once. */
  shell: { blocks: ['footer-disclaimer'], kinds: ['banner'] },
  home: { blocks: ['home-visitor', 'home-member'], kinds: ['deadline'] },
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
  terms: { blocks: ['terms', 'privacy', 'electronic-signing-terms'], kinds: [] },
  promo: { blocks: [], kinds: ['promo-card'] },
} as const satisfies Record<string, { blocks: readonly BlockName[]; kinds: readonly ContentKind[] }>
export type ContentPlace = keyof typeof contentPlaces

/** The promo-card group of routes without their own (§2.5). */
export const defaultPromoGroup = 'resource-card'
