import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../saved-views.contract.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { listSavedViews } from './list-saved-views.ts'
import { saveView } from './save-view.ts'

export const savedViewsRoutes: readonly Route[] = [
  route(contract.listSavedViews, listSavedViews),
  route(contract.saveView, saveView),
  route(contract.deleteSavedView, deleteSavedView),
]
