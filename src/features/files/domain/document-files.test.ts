import { expect, test } from 'vitest'
import { nameOfDocument } from './document-files.ts'

test.each([
  ['Agency agreement 2 May.pdf', 'Agency agreement 2 May.pdf'],
  ['..\\..\\Agency "agreement".PDF.exe', 'Agency agreement .PDF.pdf'],
  ['/etc/passwd', 'passwd.pdf'],
  ['invoice\u202Efdp.exe', 'invoice fdp.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'a Set-Cookie x.pdf'],
  ['Überweisung – Müller.pdf', 'Überweisung – Müller.pdf'],
  ['.htaccess', 'Document.pdf'],
  ['CON.pdf', 'Document.pdf'],
  ['\u{D800}', 'Document.pdf'],
  ['', 'Document.pdf'],
  ['%2e%2e%2f.pdf', '2e 2e 2f.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
])('makes %j the harmless name %j', (uploaded, name) => {
  expect(nameOfDocument(uploaded, 'application/pdf')).toBe(name)
})
