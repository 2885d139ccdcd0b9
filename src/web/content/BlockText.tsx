import type { BlockName } from '../../contract/content-kinds.ts'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { RichText } from '../ui/text/RichText.tsx'
import { blockOf } from './block-of.ts'

type BlockTextProps = {
  content: PublishedContent
  name: BlockName
  headingLevel?: 2 | 3 | 4
  className?: string | undefined
}

/** The text of one block; renders nothing if it has no text. */
export function BlockText({ content, name, headingLevel, className }: BlockTextProps) {
  const block = blockOf(content, name)
  return block ? (
    <RichText text={block.body} className={className} {...(headingLevel ? { headingLevel } : {})} />
  ) : null
}
