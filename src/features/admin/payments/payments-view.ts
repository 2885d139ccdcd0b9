import * as z from 'zod/mini'

/** The view of the payments, which the address contains. */
export const paymentsSearch = z.object({
  view: z.catch(z.enum(['runs', 'cheques', 'answers']), 'runs'),
})
export type PaymentsView = z.output<typeof paymentsSearch>['view']
