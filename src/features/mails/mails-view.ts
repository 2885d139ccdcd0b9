import * as z from 'zod/mini'
import { staffPaths } from '../../web/routing/staff-paths.ts'
import { mailStates } from './mails.contract.ts'

/** The URL contains the view. Invalid values fall back to the default. */
export const mailsSearch = z.object({
  state: z.catch(z.enum(mailStates), 'failed'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
  sort: z.catch(z.enum(['-createdAt', 'createdAt']), '-createdAt'),
})
export type MailsView = z.infer<typeof mailsSearch>

export const pathOf = ({ state, view, sort }: MailsView) =>
  staffPaths.mails({
    ...(state === 'failed' ? {} : { state }),
    ...(view === '10' ? {} : { view }),
    ...(sort === '-createdAt' ? {} : { sort }),
  })
