import { clientContext } from '../../../web/client-context/client-context.ts'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { namingCodes, namings } from '../../people/domain/naming.ts'
import { benefitAnswerCodes, benefitAnswers } from '../domain/benefit-answers.ts'
import { benefitQuestionOf } from '../domain/grant-rules.ts'
import { purposeChoice, purposeCodes, purposeTextMaxLength } from '../domain/purpose.ts'
import styles from './Basket.module.css'
import type { BasketRow } from './drafts.contract.ts'
import type { RowActions } from './use-row.ts'
import { useTyped } from './use-typed.ts'

type RowPurposeProps = { row: BasketRow; save: RowActions }

const errorsOf = ({ errors }: BasketRow, name: string) =>
  errors.filter(({ field }) => field === name).map(({ message }) => message)

/** The purpose of a row, and its question. */
export function RowPurpose({ row, save }: RowPurposeProps) {
  const { locale } = clientContext().clientSettings
  const { content, draftId } = row
  /** A purpose of the file that is too long stays whole until it is shortened. */
  const tooLong = content.given?.purpose ?? ''
  const [text, setText] = useTyped(tooLong === '' ? (content.purposeText ?? '') : tooLong)
  const given = content.given === null ? null : { ...content.given, purpose: '' }
  const question = benefitQuestionOf(content)
  return (
    <>
      <div className={styles.field}>
        <Select
          label="Purpose"
          name={`purpose-${draftId}`}
          value={content.purposeCode}
          choices={purposeCodes.map(value => ({ value, text: purposeChoice(value, locale) }))}
          onChange={purposeCode => {
            const chosen = { purposeCode, benefitAnswer: null }
            if (purposeCode === 'where_needed') void save.change(row, { ...chosen, purposeText: null, given })
            else if (text.length > purposeTextMaxLength) void save.change(row, chosen)
            else void save.change(row, { ...chosen, purposeText: text, given })
          }}
        />
      </div>
      {content.purposeCode === 'where_needed' ? null : (
        <TextField
          label="Who or what it is for"
          name={`purpose-text-${draftId}`}
          value={text}
          maxLength={purposeTextMaxLength}
          onChange={setText}
          onBlur={() => {
            if (text.length <= purposeTextMaxLength && text !== content.purposeText)
              void save.change(row, { purposeText: text, benefitAnswer: null, given })
          }}
          errors={errorsOf(row, 'purposeText')}
        />
      )}
      {question === null ? null : (
        <RadioGroup
          label={question}
          name={`benefit-${draftId}`}
          value={content.benefitAnswer}
          choices={benefitAnswerCodes.map(value => ({ value, text: benefitAnswers[value] }))}
          onChange={benefitAnswer => void save.change(row, { benefitAnswer })}
          errors={errorsOf(row, 'benefitAnswer')}
        />
      )}
    </>
  )
}

/** Who is named to the charity. */
export function RowNaming({ row, save }: RowPurposeProps) {
  const { content, draftId } = row
  const problems = errorsOf(row, 'namingCode')
  return (
    <div className={styles.field}>
      <Select
        label="What the charity sees"
        name={`naming-${draftId}`}
        value={problems.length > 0 ? null : content.namingCode}
        choices={namingCodes.map(value => ({ value, text: namings[value] }))}
        onChange={namingCode =>
          void save.change(row, {
            namingCode,
            given: content.given === null ? null : { ...content.given, naming: '' },
          })
        }
        errors={problems}
      />
    </div>
  )
}
