import { call } from '../../../web/api/call.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { addToBasket, type DraftContent } from '../drafts.contract.ts'

type AddToBasketProps = {
  fundId: number
  draftId: string
  content: DraftContent
  onAdded: (to: string) => void
}

/** Adds the grant to the basket, to be certified and submitted together with others. */
export function AddToBasket({ fundId, draftId, content, onAdded }: AddToBasketProps) {
  const { isPending, run } = usePending(showSubmitFailure)
  return (
    <Button
      isDisabled={isPending}
      onPress={() =>
        void run(async () => {
          const body = {
            data: { type: 'command' as const, attributes: { drafts: [{ draftId, content }] } },
          }
          const { basketId } = await call(addToBasket, { params: { fundId }, body })
          onAdded(paths.grantBasket(basketId))
        })
      }
    >
      Add to basket
    </Button>
  )
}
