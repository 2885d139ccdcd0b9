import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { queryClient } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import {
  type FundCharity,
  getFundCharity,
  listCharityList,
  setCharityList,
} from '../charity-list.contract.ts'

/** The delay before the data are fetched again after a change of the list (§9). */
const refetchDelayMs = 100

/** Adding a charity to the fund's list takes effect immediately; removing it needs a confirmation (§4). */
export function useCharityList(fundId: number, charity: FundCharity) {
  const { charityId, inCharityList } = charity
  const [isPending, setPending] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const change = async (inList: boolean) => {
    setPending(true)
    try {
      await call(setCharityList, {
        params: { fundId },
        body: { data: { type: 'command', attributes: { charityId, inCharityList: inList } } },
      })
      await new Promise(resolve => setTimeout(resolve, refetchDelayMs))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [getFundCharity.path] }),
        queryClient.invalidateQueries({ queryKey: [listCharityList.path] }),
      ])
      const header = inList ? 'Added to the charity list' : 'Removed from the charity list'
      showToast({ className: 'success', header })
    } catch (failure) {
      showFailure(failure)
    } finally {
      setPending(false)
    }
  }
  return {
    isOn: inCharityList,
    isPending,
    isConfirming,
    toggle: () => (inCharityList ? setConfirming(true) : void change(true)),
    cancelRemoval: () => setConfirming(false),
    remove: () => {
      setConfirming(false)
      void change(false)
    },
  }
}

export type CharityListHandle = ReturnType<typeof useCharityList>
