import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { YearEndParam } from '../../../web/routing/path-views.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { rateText } from '../domain/rate-text.ts'
import { accountingMethods, methodTexts, noncashTexts } from '../domain/returns.ts'
import type { YearEnd } from '../year-end.contract.ts'
import styles from './Figures.module.css'

type Leads = Partial<Record<YearEndParam, string>>
/** `other`: by the other accounting method; absent where both are the same. */
type Figure = { key: string; line?: string; what: string; shown: ReactNode; other?: ReactNode; leads: Leads }

/** The figures of a fiscal year; each leads to the rows of which it consists. */
export function YearFigures({ yearEnd }: { yearEnd: YearEnd }) {
  const { locale } = clientContext().clientSettings
  const { method, sponsor, isOver } = yearEnd
  return (
    <div className={styles.figures}>
      <DescriptionList
        items={[
          { term: 'Sponsor', description: sponsor.legalName },
          { term: 'Number', description: sponsor.number },
          { term: 'Accounting method', description: methodTexts[method] },
        ]}
      />
      {isOver ? null : (
        <Note>This year ends on {formatDate(yearEnd.to, locale)}. The figures are those so far.</Note>
      )}
      {yearEnd.return === 'form-990' ? <Form990 yearEnd={yearEnd} /> : <Sorp yearEnd={yearEnd} />}
    </div>
  )
}

function Form990({ yearEnd }: { yearEnd: YearEnd }) {
  const { method, receipts, letters } = yearEnd
  const other = otherMethod(yearEnd)
  const amount = moneyOf(yearEnd)
  return (
    <>
      <FigureTable
        yearEnd={yearEnd}
        caption="Schedule D, Part I, column (a): donor advised funds"
        rows={[
          {
            key: 'd1',
            line: '1',
            what: 'Total number at end of year',
            shown: yearEnd.funds,
            leads: { show: 'funds' },
          },
          {
            ...{ key: 'd2', line: '2', what: 'Aggregate value of contributions to (during year)' },
            ...{ shown: amount(yearEnd.contributions.advisedMinor), leads: { show: 'contributions' } },
          },
          {
            ...{ key: 'd3', line: '3', what: 'Aggregate value of grants from (during year)' },
            shown: amount(yearEnd.grants[method].advisedMinor),
            ...{ other: amount(yearEnd.grants[other].advisedMinor), leads: { show: 'grants' } },
          },
          {
            ...{ key: 'd4', line: '4', what: 'Aggregate value at end of year' },
            shown: amount(yearEnd.closing[method].advisedMinor),
            ...{ other: amount(yearEnd.closing[other].advisedMinor), leads: { show: 'funds' } },
          },
          {
            ...{ key: 'd5', line: '5', what: 'Contributions whose receipt says who controls the assets' },
            ...{ shown: `${receipts.done} of ${receipts.of}`, leads: { show: 'contributions' } },
          },
          {
            ...{ key: 'd6', line: '6', what: 'Paid grants whose letter says what they may be used for' },
            ...{ shown: `${letters.done} of ${letters.of}`, leads: { show: 'grants' } },
          },
        ]}
      />
      <Note>
        This book has no funds of column (b). The general fund of the sponsor is in neither column: its value
        at the end of the year is {amount(yearEnd.closing[method].generalMinor)}, with contributions of{' '}
        {amount(yearEnd.contributions.generalMinor)} and grants of{' '}
        {amount(yearEnd.grants[method].generalMinor)}. The lists have it too.
      </Note>
      <FigureTable
        yearEnd={yearEnd}
        caption="Schedule I, Part II: organizations that received more than $5,000"
        rows={[
          {
            ...{ key: 'i1', line: '1(d)', what: 'Cash grants to those listed' },
            shown: amount(yearEnd.grantees[method].amountMinor),
            ...{ other: amount(yearEnd.grantees[other].amountMinor), leads: { show: 'grantees' } },
          },
          {
            ...{ key: 'i2', line: '2', what: 'Section 501(c)(3) and government organizations listed' },
            shown: yearEnd.grantees[method].charities,
            ...{ other: yearEnd.grantees[other].charities, leads: { show: 'grantees' } },
          },
          {
            ...{ key: 'i3', line: '3', what: 'Other organizations listed' },
            shown: yearEnd.grantees[method].others,
            ...{ other: yearEnd.grantees[other].others, leads: { show: 'grantees' } },
          },
        ]}
      />
      <FigureTable
        yearEnd={yearEnd}
        caption="Schedule B: contributors of $5,000 or more"
        rows={[
          {
            ...{ key: 'b1', line: 'I', what: 'Contributors', shown: yearEnd.contributors.listed },
            leads: { show: 'contributors' },
          },
          {
            ...{ key: 'b2', line: 'I', what: 'Of them, with at least 2% of all contributions' },
            ...{ shown: yearEnd.contributors.overShare, leads: { show: 'contributors' } },
          },
          {
            ...{ key: 'b3', line: 'I(c)', what: 'Their contributions' },
            ...{ shown: amount(yearEnd.contributors.amountMinor), leads: { show: 'contributors' } },
          },
        ]}
      />
      <FigureTable
        yearEnd={yearEnd}
        caption="Schedule M, Part I: noncash contributions"
        rows={yearEnd.noncash.map(({ type, contributions, amountMinor }) => ({
          ...{ key: type, line: noncashTexts[type].line, leads: { show: 'contributions', noncash: type } },
          what: `${noncashTexts[type].text}: ${contributions}. ${noncashTexts[type].method}`,
          shown: amount(amountMinor),
        }))}
      />
      <Distribution yearEnd={yearEnd} />
      <Note>
        Lines and columns are those of the schedules and instructions for 2023. Compare them with those of the
        year that you file.
      </Note>
    </>
  )
}

function Sorp({ yearEnd }: { yearEnd: YearEnd }) {
  const { method, letters } = yearEnd
  const other = otherMethod(yearEnd)
  const amount = moneyOf(yearEnd)
  const both = (sum: { advisedMinor: bigint; generalMinor: bigint }) =>
    amount(sum.advisedMinor + sum.generalMinor)
  return (
    <>
      <FigureTable
        yearEnd={yearEnd}
        caption="Grants to institutions"
        rows={[
          {
            ...{ key: 'institutions', what: 'Institutions', leads: { show: 'grantees' } },
            shown: yearEnd.grantees[method].charities + yearEnd.grantees[method].others,
            other: yearEnd.grantees[other].charities + yearEnd.grantees[other].others,
          },
          {
            ...{ key: 'grants', what: 'Grants, less what came back', leads: { show: 'grants' } },
            ...{ shown: both(yearEnd.grants[method]), other: both(yearEnd.grants[other]) },
          },
          {
            ...{
              key: 'letters',
              what: 'Paid grants with a letter to the charity',
              leads: { show: 'grants' },
            },
            shown: `${letters.done} of ${letters.of}`,
          },
        ]}
      />
      <FigureTable
        yearEnd={yearEnd}
        caption="Donations"
        rows={[
          {
            ...{ key: 'donations', what: 'Donations', leads: { show: 'contributions' } },
            shown: both(yearEnd.contributions),
          },
          {
            ...{ key: 'gift-aid', what: 'Gift Aid', leads: { show: 'contributions', giftAid: 'true' } },
            shown: both(yearEnd.giftAid),
          },
          {
            ...{ key: 'donors', what: 'Donors of more than £25,000', leads: { show: 'contributors' } },
            shown: yearEnd.contributors.listed,
          },
          {
            ...{ key: 'large', what: 'Their donations', leads: { show: 'contributors' } },
            shown: amount(yearEnd.contributors.amountMinor),
          },
        ]}
      />
      <FigureTable
        yearEnd={yearEnd}
        caption="Funds"
        rows={[
          {
            ...{ key: 'funds', what: 'Funds at the end of the year', leads: { show: 'funds' } },
            shown: yearEnd.funds,
          },
          {
            ...{ key: 'value', what: 'Their value, with the general fund', leads: { show: 'funds' } },
            ...{ shown: both(yearEnd.closing[method]), other: both(yearEnd.closing[other]) },
          },
        ]}
      />
      <Distribution yearEnd={yearEnd} />
    </>
  )
}

function Distribution({ yearEnd }: { yearEnd: YearEnd }) {
  const { locale } = clientContext().clientSettings
  const { method, rate } = yearEnd
  const other = otherMethod(yearEnd)
  const text = (of: number | null) =>
    of === null ? 'None: nothing was there to distribute' : rateText(of, locale)
  return (
    <FigureTable
      yearEnd={yearEnd}
      caption="Distribution rate"
      rows={[
        {
          ...{
            key: 'opening',
            what: 'Value of all funds at the start of the year',
            leads: { show: 'funds' },
          },
          shown: moneyOf(yearEnd)(yearEnd.opening.advisedMinor),
        },
        {
          ...{ key: 'rate', what: 'Grants of the year by that value', leads: { show: 'funds' } },
          ...{ shown: text(rate[method]), other: text(rate[other]) },
        },
      ]}
    />
  )
}

type FigureTableProps = { yearEnd: YearEnd; caption: string; rows: readonly Figure[] }

function FigureTable({ yearEnd, caption, rows }: FigureTableProps) {
  const { method, year } = yearEnd
  const headings = { cash: 'Cash', accrual: 'Accrual' }
  const hasLines = rows.some(({ line }) => line !== undefined)
  const hasOther = rows.some(({ other }) => other !== undefined)
  return (
    <Table<Figure>
      caption={caption}
      columns={[
        ...(hasLines ? [{ key: 'line', heading: 'Line', cell: ({ line }: Figure) => line }] : []),
        {
          key: 'what',
          heading: 'Figure',
          isRowHeading: true,
          cell: ({ what, leads }) => (
            <Link to={staffPaths.yearEnd({ year: String(year), ...leads })}>{what}</Link>
          ),
        },
        {
          key: 'shown',
          heading: hasOther ? headings[method] : 'Value',
          isNumeric: true,
          cell: ({ shown }) => shown,
        },
        ...(hasOther
          ? [
              {
                key: 'other',
                heading: headings[otherMethod(yearEnd)],
                isNumeric: true,
                cell: ({ shown, other }: Figure) => other ?? shown,
              },
            ]
          : []),
      ]}
      rows={rows}
      rowKey={({ key }) => key}
      empty={{ text: 'There are no figures.' }}
    />
  )
}

const otherMethod = ({ method }: YearEnd) => accountingMethods.find(each => each !== method) ?? method

const moneyOf =
  ({ currency }: YearEnd) =>
  (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={currency} />
