import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { queryClient } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import {
  type CharityDetails,
  getFundCharity,
  listCharityList,
  setCharityList,
} from '../charities.contract.ts'

/** §9: the data are fetched anew this long after a change of the list; focus and scroll stay (open-points 9). */
const refetchDelayMs = 100

/** §4: adding a charity to the fund's list takes effect at once, removing it is asked about. */
export function useCharityList(fundId: number, charity: CharityDetails) {
  const { charityId, inCharityList } = charity
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const change = async (wanted: boolean) => {
    setPending(true)
    try {
      await call(setCharityList, {
        params: { fundId },
        body: { data: { type: 'command', attributes: { charityId, inCharityList: wanted } } },
      })
      await new Promise(resolve => setTimeout(resolve, refetchDelayMs))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [getFundCharity.path] }),
        queryClient.invalidateQueries({ queryKey: [listCharityList.path] }),
      ])
    } catch (failure) {
      showFailure(failure)
    } finally {
      setPending(false)
    }
  }
  return {
    isOn: inCharityList,
    isPending,
    isAsking,
    toggle: () => (inCharityList ? setAsking(true) : void change(true)),
    keep: () => setAsking(false),
    remove: () => {
      setAsking(false)
      void change(false)
    },
  }
}

export type CharityListHandle = ReturnType<typeof useCharityList>
