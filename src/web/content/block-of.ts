import type { BlockName } from '../../contract/content-kinds.ts'
import type { PublishedContent } from '../../contract/published-content.contract.ts'

/** One block of a place's content; undefined if it has no text. */
export function blockOf(
  content: PublishedContent,
  name: BlockName,
): PublishedContent['blocks'][number] | undefined {
  return content.blocks.find(block => block.name === name)
}
