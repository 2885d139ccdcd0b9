/** Why a contribution is taken back. A completed gift is irrevocable, and is not returned; a check that bounces has a command of its own. */
export const reversalCategories = ['mistake', 'misdirected', 'not-accepted'] as const
export type ReversalCategory = (typeof reversalCategories)[number]

export const reversalLabels = {
  mistake: 'It was entered by mistake: no such money came',
  misdirected: 'It was misdirected: the money was not for us',
  'not-accepted': 'We never accepted it',
} as const satisfies Record<ReversalCategory, string>

export const missingCategory = 'Choose why it is taken back'
