import { Writable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { emPapel } from './papel.ts'

test('a message of nothing but tabs is on paper in a moment', () => {
  const doc = new PDFDocument({ size: 'A4' })
  doc.pipe(new Writable({ write: (_parte, _como, pronto) => pronto() }))
  const papel = emPapel(doc, 'Dossiê')
  const comeco = performance.now()
  papel.item(`${'\t'.repeat(24_000)}x`)
  expect(performance.now() - comeco).toBeLessThan(5_000)
  doc.end()
})
