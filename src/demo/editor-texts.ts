import type { ContentFields } from '../features/content/domain/content-fields.ts'
import type { ItemKey } from '../features/content/server/editing/editor-session.ts'

/** A text that an editor wrote: its age and its state. A scheduled one takes effect in `scheduledInDays`. */
type EditorAction = ItemKey & {
  daysAgo: number
  fields: ContentFields
  state: 'draft' | 'awaiting' | 'published' | { scheduledInDays: number }
}

const block = (body: string, title = ''): ContentFields => ({ kind: 'block', title, body })
const banner = (message: string): ContentFields => ({
  kind: 'banner',
  message,
  template: null,
  design: 'information',
  dismissable: true,
  index: 20,
  audience: 'everyone',
})

/** The editors' texts, oldest first, in US or UK English. */
export function editorActions(locale: 'en-US' | 'en-GB'): readonly EditorAction[] {
  const isUs = locale === 'en-US'
  const cheque = isUs ? 'check' : 'cheque'
  const homeBlock = { kind: 'block', name: 'home-visitor' } as const
  const question = { kind: 'question', name: 'give-regularly' } as const
  return [
    {
      ...homeBlock,
      daysAgo: 200,
      state: 'published',
      fields: block('{displayName} manages your fund and makes the grants that you recommend.', 'Welcome'),
    },
    {
      ...homeBlock,
      daysAgo: 90,
      state: 'published',
      fields: block(
        '{displayName} manages a fund in your name, checks every charity and makes the grants that you recommend.\n\nGrants start at {minimumGrant}. Questions? Call [{phone}](tel:{phone}).',
        'Welcome to {displayName}',
      ),
    },
    {
      ...homeBlock,
      daysAgo: 20,
      state: 'published',
      fields: block(
        '{displayName} manages a fund in your name for the charities you care about. Add to it at any time and recommend grants when you are ready. We check each charity, send the payment and keep the records.\n\nGrants start at {minimumGrant}. Questions? Call [{phone}](tel:{phone}) or [send us a message](/contact).',
        'Giving made simple',
      ),
    },
    {
      ...question,
      daysAgo: 30,
      state: 'published',
      fields: {
        kind: 'question',
        topic: 'Grants',
        index: 160,
        question: 'Can I give to the same charity every month?',
        answer:
          'Yes. When you recommend a grant, choose how often it repeats and until when. We ask you to confirm the schedule once a year, and you can pause or stop it at any time.',
      },
    },
    {
      kind: 'promo-card',
      name: 'paper-or-wire',
      daysAgo: 3,
      state: 'awaiting',
      fields: {
        kind: 'promo-card',
        group: 'resource-card',
        index: 40,
        title: 'Wire transfers arrive the next day',
        body: `A ${cheque} can take days to arrive and clear. Ask us for our account details.`,
        linkText: 'Send us a message',
        linkHref: '/contact',
        image: '',
        imageAlt: '',
      },
    },
    {
      kind: 'banner',
      name: 'holiday-hours',
      daysAgo: 2,
      state: { scheduledInDays: 20 },
      fields: banner('**We’re open for longer in December.** [See our phone hours](/year-end-deadlines).'),
    },
    {
      kind: 'block',
      name: 'resources-intro',
      daysAgo: 1,
      state: 'draft',
      fields: block(
        `Guides and forms to read, print or send to us. If you send a form with a ${cheque}, please sign both.`,
      ),
    },
  ]
}
