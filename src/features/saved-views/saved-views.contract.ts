import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredName } from '../../contract/required-text.ts'
import { command } from '../../contract/wire.ts'

/** The lists whose filters people store, by the names of their declarations. */
const savedLists = ['all-grants', 'entries'] as const
export type SavedList = (typeof savedLists)[number]

/** Of one list. */
export const maxSavedViews = 30
export const maxViewNameLength = 60
const maxFilters = 20
/** As JSON, with escapes. No list has addresses of half that length. */
const maxFiltersLength = 5_500

/** The search parameters of the list's address. The list ignores those that it does not know. */
const filters = z
  .record(z.string().check(z.regex(/^[a-zA-Z]{1,30}$/)), z.string().check(z.maxLength(200)))
  .check(
    z.refine(
      given => Object.keys(given).length <= maxFilters && JSON.stringify(given).length <= maxFiltersLength,
    ),
  )

const savedView = z.object({ viewId: z.uuid(), name: z.string(), filters })
export type SavedView = z.output<typeof savedView>

const ownViews = z.object({ views: z.array(savedView) })

export const viewName = requiredName(maxViewNameLength, 'Enter a name')

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/saved-views',
  summary: 'Lists the caller’s stored filters of a list, by name',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ list: z.enum(savedLists) }),
  reply: ownViews,
})

export const saveView = endpoint({
  method: 'POST',
  path: '/api/saved-views',
  summary: 'Stores the filters of a list under a name, in the place of those that had it',
  access: 'SUPER_DASHBOARD_VIEW',
  body: command(z.object({ list: z.enum(savedLists), name: viewName, filters })),
  reply: ownViews,
})

export const deleteSavedView = endpoint({
  method: 'POST',
  path: '/api/saved-views/{viewId}/delete',
  summary: 'Deletes stored filters of the caller',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ viewId: z.uuid() }),
  reply: ownViews,
})
