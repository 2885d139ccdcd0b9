import {
  deleteSavedView,
  listSavedViews,
  saveView,
} from '../../../features/saved-views/saved-views.contract.ts'
import { command, type Example, example } from './example.ts'

export const savedViewsExamples: readonly Example[] = [
  example(listSavedViews, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: () => ({ query: { list: 'all-grants' as const } }),
  }),
  example(saveView, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: () => ({
      body: command({ list: 'all-grants' as const, name: 'Unpaid', filters: { status: '3' } }),
    }),
  }),
  example(deleteSavedView, {
    needs: 'SUPER_DASHBOARD_VIEW',
    onlyFor: 'super_user',
    isHiddenFromOthers: true,
    namesOwnInBody: true,
    sent: async about => ({ params: { viewId: await about.savedView() } }),
  }),
]
