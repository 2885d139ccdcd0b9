/** How money leaves suspense by a person's decision. */
export const suspenseEnds = ['matched', 'returned', 'transferred', 'own'] as const
export type SuspenseEnd = (typeof suspenseEnds)[number]

export const itemHasEnded = 'This money has already left suspense.'

/** The most contributions that share a credit beside the first, and the most other credits that are one contribution. */
export const maxMatched = 20
