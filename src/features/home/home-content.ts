import { useQuery } from '@tanstack/react-query'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { contentInPage } from '../../web/content/content-in-page.ts'

/** The editors' texts on the home. A page that opens at the home contains them; otherwise they are fetched. They are optional. */
export const useHomeContent = () =>
  useQuery({
    ...query(getContent, { params: { place: 'home' } }),
    initialData: () => contentInPage('home'),
    // As old as the page, so that a return to the home much later fetches them again.
    initialDataUpdatedAt: performance.timeOrigin,
    throwOnError: false,
  })
