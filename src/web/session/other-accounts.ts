import { currencyNames } from '../../domain/currencies.ts'
import { closeToast, updateToast } from '../ui/notices/toast-store.ts'
import { sessionStore } from './session-store.ts'
import { type TabAccount, tabAccount } from './tab-account.ts'
import { tabs } from './tabs.ts'

let toastId = -1

/** While a person is logged in: tells them where another tab of theirs shows another account or currency. Returns the function that stops. */
export function watchOtherAccounts(): () => void {
  let told = tabAccount.read()
  const tell = (asks: boolean) => {
    told = tabAccount.read()
    if (told !== null) tabs.send({ kind: 'account', asks, ...told })
  }
  const stopSession = sessionStore.subscribe(() => {
    if (sessionStore.read().state !== 'signed-in' || isSame(told, tabAccount.read())) return
    // The person has just chosen it here.
    closeToast(toastId)
    tell(false)
  })
  const stopTabs = tabs.listen(message => {
    if (message.kind !== 'account') return
    const here = tabAccount.read()
    if (here === null || here.userId !== message.userId) return
    if (message.asks) tell(false)
    if (isSame(here, message)) closeToast(toastId)
    else showDifference(here, message)
  })
  tell(true)
  return () => {
    stopSession()
    stopTabs()
  }
}

const isSame = (one: TabAccount | null, other: TabAccount | null) =>
  one?.userId === other?.userId && one?.currency === other?.currency && one?.fundId === other?.fundId

function showDifference(here: TabAccount, there: TabAccount): void {
  const nameOf = ({ fundId, currency }: TabAccount) => {
    const inCurrency = here.currency === there.currency ? '' : ` in ${currencyNames[currency].plural}`
    return fundId === 0 ? `no account${inCurrency}` : `account ${fundId}${inCurrency}`
  }
  toastId = updateToast(toastId, {
    header: 'Your tabs show different accounts',
    message: `This tab shows ${nameOf(here)}. Another tab shows ${nameOf(there)}.`,
    autoHide: false,
  })
}
