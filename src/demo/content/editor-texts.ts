import type { ContentFields } from '../../features/content/domain/content-fields.ts'
import type { ItemKey } from '../../features/content/server/editing/editor-session.ts'

/** What an editor wrote: how many days ago, and how far it went; scheduled ones take effect that many days from now. */
export type Deed = ItemKey & {
  daysAgo: number
  fields: ContentFields
  as: 'draft' | 'awaiting' | 'published' | { scheduledInDays: number }
}

const block = (body: string, title = ''): ContentFields => ({ kind: 'block', title, body })
const banner = (message: string): ContentFields => ({
  kind: 'banner',
  message,
  template: null,
  design: 'information',
  dismissable: true,
  index: 20,
  audience: 'everybody',
})

/** Oldest first; `cheque` is how the country writes it. */
export function editorsDeeds(cheque: 'check' | 'cheque'): readonly Deed[] {
  const visitors = { kind: 'block', name: 'home-visitor' } as const
  const question = { kind: 'question', name: 'gift-in-honour' } as const
  return [
    {
      ...visitors,
      daysAgo: 200,
      as: 'published',
      fields: block(
        '{displayName} looks after your fund and makes the grants that you recommend.',
        'Welcome',
      ),
    },
    {
      ...visitors,
      daysAgo: 90,
      as: 'published',
      fields: block(
        '{displayName} keeps a fund in your name, checks every charity and makes the grants that you recommend.\n\nGrants begin at {minimumGrant}. Questions? Call [{phone}](tel:{phone}).',
        'Welcome to {displayName}',
      ),
    },
    {
      ...visitors,
      daysAgo: 20,
      as: 'published',
      fields: block(
        '{displayName} keeps a fund in your name for the charities you care about. Add to it when it suits you, and recommend grants when you are ready: we check each charity, send the money and keep the records.\n\n- **See what you have:** your balance, what it is made of and every grant.\n- **Recommend a grant:** from {minimumGrant}, to charities that you find by name or number.\n- **Ask somebody:** call [{phone}](tel:{phone}) or [write to us](/contact).',
        'Giving that is looked after',
      ),
    },
    {
      ...question,
      daysAgo: 30,
      as: 'published',
      fields: {
        kind: 'question',
        topic: 'Grants',
        index: 160,
        question: 'Can I give in honour of somebody?',
        answer:
          'Yes. Say so when you recommend the grant, and the charity is told the name of the person whom you honour or remember.',
      },
    },
    {
      kind: 'promo-card',
      name: 'paper-or-wire',
      daysAgo: 3,
      as: 'awaiting',
      fields: {
        kind: 'promo-card',
        group: 'resource-card',
        index: 40,
        title: 'By wire it is there tomorrow',
        body: `A ${cheque} takes days to arrive and to clear. Ask us for the details of the account.`,
        linkText: 'Write to us',
        linkHref: '/contact',
        image: '',
        imageAlt: '',
      },
    },
    {
      kind: 'banner',
      name: 'holiday-hours',
      daysAgo: 2,
      as: { scheduledInDays: 20 },
      fields: banner('**Longer hours in December.** [See when we answer the phone](/year-end-deadlines).'),
    },
    {
      kind: 'block',
      name: 'resources-intro',
      daysAgo: 1,
      as: 'draft',
      fields: block(
        `Guides and forms to read, print or send in. A form that comes with a ${cheque} needs your signature on both.`,
      ),
    },
  ]
}
