import type { ReactNode } from 'react'

type FormHeadingProps = { level: 2 | 3; children: ReactNode }

// A constant, so that React calls it once, when the heading appears.
const focus = (heading: HTMLHeadingElement | null) => heading?.focus()

/** The heading of a form that a button opens. It takes the focus, so that keyboard and screen reader continue in the form. */
export function FormHeading({ level, children }: FormHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Heading ref={focus} tabIndex={-1}>
      {children}
    </Heading>
  )
}
