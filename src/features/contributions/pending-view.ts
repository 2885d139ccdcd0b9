import * as z from 'zod/mini'

/** The URL contains the view. `signing`: the transaction of the document that the person went to sign. */
export const pendingSearch = z.object({
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['transactionDate', '-transactionDate', 'fileName', '-fileName']), 'transactionDate'),
  signing: z.catch(
    z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,11}$/)), z.transform(Number))),
    undefined,
  ),
})
export type PendingView = z.infer<typeof pendingSearch>
